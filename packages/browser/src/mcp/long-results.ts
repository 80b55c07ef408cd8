import type { FilePart, TextPart } from '@parley/dialects'
import { type Path, toPath } from '../files/path.ts'
import type { ToolContext } from '../tools/tool.ts'

/** What of a result a model reads at once. */
const MOST_CHARACTERS = 200_000
/** What it is shown of a text that lies in a file. */
const SHOWN_CHARACTERS = 2000
const FOLDER = '/results'

type Part = TextPart | FilePart

/** Text that is too long for a model lies in a file of the thread, and the model is told where. */
export async function withLongTextInFiles(
  content: readonly Part[],
  name: string,
  context: ToolContext,
): Promise<readonly Part[]> {
  const { files } = context
  let left = MOST_CHARACTERS
  const told: Part[] = []
  for (const part of content) {
    if (part.type !== 'text' || part.text.length <= left) {
      if (part.type === 'text') left -= part.text.length
      told.push(part)
    } else {
      const path = files && (await keep(part.text, name, files, context))
      told.push({ ...part, text: pointer(part.text, Math.min(left, SHOWN_CHARACTERS), path) })
      left -= Math.min(left, SHOWN_CHARACTERS)
    }
  }
  return told
}

function pointer(text: string, shown: number, path: string | undefined): string {
  const begin = text.slice(0, shown).toWellFormed()
  const rest =
    path === undefined
      ? `${text.length - shown} characters were left out; ask for a smaller part.`
      : `All ${text.length} characters are in the file ${path}; read it line by line.`
  return `${begin}\n[${rest}]`
}

async function keep(
  text: string,
  name: string,
  files: NonNullable<ToolContext['files']>,
  { callId, onEffect }: ToolContext,
): Promise<string | undefined> {
  const by = { actor: 'studio' } as const
  const stem = `${FOLDER}/${name.replaceAll(/[^\w-]/g, '_')}`
  for (let count = 1; count < 1000; count++) {
    const path: Path = toPath(count === 1 ? `${stem}.txt` : `${stem}-${count}.txt`)
    const isTaken = await files.stat(path, by).then(
      () => true,
      () => false,
    )
    if (isTaken) continue
    const isKept = await files.write(path, text, { ...by, call: callId }, { expect: 'absent' }).then(
      () => true,
      () => false,
    )
    if (!isKept) return undefined
    onEffect?.({ kind: 'write-files', path })
    return path
  }
  return undefined
}
