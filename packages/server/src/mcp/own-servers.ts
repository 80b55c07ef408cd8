import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isJsonObject, type JsonObject } from '@parley/dialects'
import { parseJsonWithComments } from './settings/json-with-comments.ts'
import { type ReadServers, readServersText } from './settings/read-servers.ts'

/** What was added and answered in the studio, in a file that nobody else may read. */
export interface OwnServers {
  /** Ids that are taken already are left to their owners. */
  read(taken: Set<string>): ReadServers
  readonly answers: Map<string, string>
  add(text: string): Promise<void>
  remove(label: string): Promise<void>
  answer(id: string, value: string): Promise<void>
}

interface Kept {
  readonly mcpServers: JsonObject
  readonly inputs: readonly JsonObject[]
}

export async function openOwnServers(file: string): Promise<OwnServers> {
  const read = await readKept(file)
  let kept: Kept = { mcpServers: read.mcpServers, inputs: read.inputs }
  const { answers } = read
  const save = async () => {
    await mkdir(dirname(file), { recursive: true })
    await writeFile(`${file}.new`, JSON.stringify({ ...kept, answers: Object.fromEntries(answers) }, null, 2), { mode: 0o600 })
    await rename(`${file}.new`, file)
  }
  return {
    answers,
    read: (taken) =>
      Object.keys(kept.mcpServers).length === 0 ? { servers: [], inputs: [] } : readServersText(JSON.stringify(kept), taken),
    async add(text) {
      const added = rootOf(text)
      kept = { mcpServers: { ...kept.mcpServers, ...added.mcpServers }, inputs: [...kept.inputs, ...added.inputs] }
      await save()
    },
    async remove(label) {
      const { [label]: _gone, ...mcpServers } = kept.mcpServers
      kept = { ...kept, mcpServers }
      await save()
    },
    async answer(id, value) {
      answers.set(id, value)
      await save()
    },
  }
}

async function readKept(file: string): Promise<Kept & { readonly answers: Map<string, string> }> {
  const text = await readFile(file, 'utf8').catch(() => '{}')
  const value: unknown = JSON.parse(text)
  const answers = isJsonObject(value) && isJsonObject(value['answers']) ? value['answers'] : {}
  return { ...rootOf(text), answers: new Map(Object.entries(answers).map(([id, answer]) => [id, String(answer)])) }
}

/** In the one form that is kept, whatever form was pasted. */
function rootOf(text: string): Kept {
  const value: unknown = parseJsonWithComments(text)
  const outer = isJsonObject(value) ? value : {}
  const root = isJsonObject(outer['mcp']) ? outer['mcp'] : outer
  const named = { ...asObject(root['mcpServers']), ...asObject(root['servers']) }
  const isMap = Object.values(root).some((entry) => isJsonObject(entry) && ('command' in entry || 'url' in entry))
  const inputs = Array.isArray(root['inputs']) ? root['inputs'].filter((input): input is JsonObject => isJsonObject(input)) : []
  return { mcpServers: isMap ? root : named, inputs }
}

const asObject = (value: unknown): JsonObject => (isJsonObject(value) ? value : {})
