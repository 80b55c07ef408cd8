import { type CapsuleFile, type CapsuleFiles, exportCapsule, importCapsule, parseCapsule, replayCapsule } from '@parley/browser'
import { type FileSystem, ROOT, toPath } from '@parley/browser/files'
import type { Sentence, Wording } from '@parley/dialects'
import { useRef, useState } from 'react'
import { saveAs } from '../files/save-as.ts'
import { useLateWords } from '../language/late-words.ts'
import { errorSentence } from '../language/sentences.ts'
import { OfflineSection } from '../offline/offline-section.tsx'
import { Button } from '../parts/button.tsx'
import { Problem } from '../parts/problem.tsx'
import type { StudioServices } from '../studio/studio-services.ts'
import { goToThread } from '../studio/thread-address.ts'
import { ImportSection } from '../talk/import/import-section.tsx'
import { VerifyCapsule } from './verify-capsule.tsx'

const fileName = (title: string): string => `${title.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 40) || 'parley'}.capsule.json`

/** The thread as the text of a capsule. */
export async function toCapsule(services: StudioServices, threadId: string): Promise<string | undefined> {
  const { storage, toolsOf, workspaceOf, serverThreads } = services
  const tools = toolsOf(threadId).map((tool) => tool.spec)
  const thread = await storage.threads.find(threadId)
  const server = thread?.place === 'server' ? await serverThreads?.receipts(threadId) : undefined
  const capsule = await exportCapsule({ storage, threadId, tools, files: capsuleFiles(workspaceOf(threadId)), server })
  return capsule?.text
}

/** Why a file is no capsule, in the words of the page. */
export const refusedCapsule = ({ problem, words }: { readonly problem: string; readonly words?: Wording }): Sentence => ({
  message: problem,
  ...(words && { words }),
})

interface DataPageProps {
  readonly services: StudioServices
  readonly threadId: string
  readonly onClose: () => void
}

/** Conversations as files: out, in, and once more without a model. */
function CapsuleSection({ services, threadId, onClose }: DataPageProps) {
  const words = useLateWords()
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string | Sentence>()
  const [note, setNote] = useState<string>()
  const attempt = (action: () => Promise<void>) => {
    setProblem(undefined)
    setNote(undefined)
    action().catch((error: unknown) => setProblem(errorSentence(error)))
  }
  const save = async () => {
    const text = await toCapsule(services, threadId)
    const thread = (await services.storage.threads.list()).find((record) => record.id === threadId)
    if (text !== undefined) saveAs(fileName(thread?.title ?? ''), text, 'application/json')
  }
  const open = async (file: File) => {
    const read = parseCapsule(await file.text())
    if (read.kind === 'invalid') return setProblem(refusedCapsule(read))
    const files = (id: string) => capsuleFiles(services.workspaceOf(id))
    goToThread(await importCapsule(read.capsule, { storage: services.storage, files }))
    onClose()
  }
  const replay = async () => {
    const read = parseCapsule((await toCapsule(services, threadId)) ?? '')
    if (read.kind === 'invalid') return setProblem(refusedCapsule(read))
    const { state, difference } = await replayCapsule(read.capsule)
    if (difference === undefined) setNote(words.settings.replayed({ steps: state.messages.length }))
    else setProblem(words.settings.replayDiffers({ where: JSON.stringify(difference) }))
  }
  return (
    <section className="space-y-3">
      <h3 className="text-sm font-medium">{words.settings.capsule}</h3>
      <p className="text-[13px] text-soft">{words.settings.capsuleHint}</p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => attempt(save)}>{words.settings.exportCapsule}</Button>
        <Button onClick={() => input.current?.click()}>{words.settings.importCapsule}</Button>
        <Button onClick={() => attempt(replay)}>{words.settings.replay}</Button>
      </div>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        hidden
        data-testid="capsule-input"
        aria-label={words.settings.importCapsule}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file) attempt(() => open(file))
          event.target.value = ''
        }}
      />
      <Problem text={problem} />
      {note !== undefined && (
        <p role="status" className="rounded-lg bg-good-wash px-3 py-2 text-[13px] text-good">
          {note}
        </p>
      )}
    </section>
  )
}

export function DataPage(props: DataPageProps) {
  return (
    <div className="space-y-4">
      <CapsuleSection {...props} />
      <VerifyCapsule signer={props.services.storage.signer} />
      <ImportSection storage={props.services.storage} />
      <OfflineSection services={props.services} />
    </div>
  )
}

const YOU = { actor: 'user' } as const

function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

const fromBase64 = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text), (character) => character.charCodeAt(0))

/** The whole workspace, as a capsule carries it. */
export function capsuleFiles(files: FileSystem): CapsuleFiles {
  return {
    async readAll() {
      const entries = (await files.tree(ROOT, YOU)).filter((entry) => entry.type === 'file')
      const contents = await files.readMany(
        entries.map((entry) => entry.path),
        YOU,
      )
      return contents.flatMap((content): readonly CapsuleFile[] => {
        if (!content) return []
        const { path } = content.entry
        return [typeof content.data === 'string' ? { path, text: content.data } : { path, base64: toBase64(content.data) }]
      })
    },
    async writeAll(capsule) {
      await files.mkdir(ROOT, YOU)
      await files.writeMany(
        capsule.map((file) => ({ path: toPath(file.path), data: 'text' in file ? file.text : fromBase64(file.base64) })),
        YOU,
      )
    },
  }
}
