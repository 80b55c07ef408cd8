import { isJsonObject, isWording, type JsonObject, type JsonValue, type Sentence } from '@parley/dialects'

/** One tool of an MCP server, as our own server tells of it. Every text in it is somebody else's. */
export interface McpTool {
  /** The id of its MCP server. */
  readonly server: string
  /** What models call it. */
  readonly name: string
  /** What its server calls it. */
  readonly tool: string
  readonly description: string
  readonly parameters: JsonObject
  readonly title?: string
  /** What its server says that it does. Believed only where a person does. */
  readonly hints: ToolHints
  /** What its server draws of a result. */
  readonly view?: string
  /** For views alone: models are not told of it. */
  readonly isAppOnly?: true
  /** Which program or address offers it. */
  readonly identity: string
  /** Of everything it says about itself, and of which server says it. */
  readonly fingerprint: string
}

interface ToolHints {
  readonly readOnly?: boolean
  readonly destructive?: boolean
}

export interface McpServer {
  readonly id: string
  readonly label: string
  /** Which program or address it is. */
  readonly identity: string
  /** How it is started, without secrets. Absent: it is elsewhere. */
  readonly command?: string
  /** Where it is. Absent: it is a program beside our server. */
  readonly host?: string
  readonly status: 'stopped' | 'starting' | 'ready' | 'failed' | 'needs-login'
  readonly problem?: Sentence
  readonly program?: string
  readonly protocol?: string
  /** What it needs to be told, and whether it was. */
  readonly inputs: readonly McpInput[]
  readonly notes: readonly Sentence[]
  readonly leftOut: readonly { readonly tool: string; readonly why: Sentence }[]
  /** Whether somebody has signed in, who may sign out again. */
  readonly isLoggedIn: boolean
  /** Whether it was added in the studio, and can be taken away there. */
  readonly isOwn: boolean
}

/** A question that the entry of a server asks. */
interface McpInput {
  readonly id: string
  readonly description: string
  readonly isSecret: boolean
  readonly isAnswered: boolean
  /** What may hold the answer where our server is started. */
  readonly variable: string
}

const STATUSES: readonly McpServer['status'][] = ['stopped', 'starting', 'ready', 'failed', 'needs-login']

/** What a list from our server holds; what cannot be read is left out. */
export const readList = <Item>(value: JsonValue | undefined, read: (item: JsonObject) => Item | undefined): readonly Item[] =>
  Array.isArray(value) ? value.flatMap((item: JsonValue) => (isJsonObject(item) ? (read(item) ?? []) : [])) : []

const textIn = (value: JsonObject, key: string): string | undefined => {
  const text = value[key]
  return typeof text === 'string' ? text : undefined
}

export function readTool(value: JsonObject): McpTool | undefined {
  const [server, name, tool] = [textIn(value, 'server'), textIn(value, 'name'), textIn(value, 'tool')]
  const [description, fingerprint, title] = [textIn(value, 'description'), textIn(value, 'fingerprint'), textIn(value, 'title')]
  const { parameters } = value
  if (server === undefined || name === undefined || tool === undefined) return undefined
  if (description === undefined || fingerprint === undefined || !isJsonObject(parameters)) return undefined
  const hints = readHints(isJsonObject(value['hints']) ? value['hints'] : {})
  const identity = textIn(value, 'identity') ?? ''
  const view = textIn(value, 'view')
  return {
    server,
    name,
    tool,
    description,
    parameters,
    fingerprint,
    identity,
    hints,
    ...(title !== undefined && { title }),
    ...(view?.startsWith('ui://') && { view }),
    ...(value['isAppOnly'] === true && { isAppOnly: true as const }),
  }
}

const readHints = ({ readOnly, destructive }: JsonObject): ToolHints => ({
  ...(typeof readOnly === 'boolean' && { readOnly }),
  ...(typeof destructive === 'boolean' && { destructive }),
})

export function readServer(value: JsonObject): McpServer | undefined {
  const [id, label] = [textIn(value, 'id'), textIn(value, 'label')]
  const status = STATUSES.find((one) => one === value['status'])
  if (id === undefined || label === undefined || !status) return undefined
  const problem = isJsonObject(value['problem']) ? readSentence(value['problem']) : undefined
  const texts = ['command', 'host', 'program', 'protocol'].flatMap((key) => {
    const text = textIn(value, key)
    return text === undefined ? [] : [[key, text] as const]
  })
  return {
    id,
    label,
    identity: textIn(value, 'identity') ?? '',
    status,
    ...Object.fromEntries(texts),
    ...(problem && { problem }),
    inputs: readList(value['inputs'], readInput),
    notes: readList(value['notes'], readSentence),
    leftOut: readList(value['leftOut'], (item) => {
      const why = isJsonObject(item['why']) ? readSentence(item['why']) : undefined
      return why && { tool: textIn(item, 'tool') ?? '?', why }
    }),
    isLoggedIn: value['isLoggedIn'] === true,
    isOwn: value['isOwn'] === true,
  }
}

function readInput(value: JsonObject): McpInput | undefined {
  const id = textIn(value, 'id')
  if (id === undefined) return undefined
  return {
    id,
    description: textIn(value, 'description') ?? id,
    // What is not said to be no secret is one.
    isSecret: value['password'] !== false,
    isAnswered: value['isAnswered'] === true,
    variable: textIn(value, 'variable') ?? '',
  }
}

function readSentence(value: JsonObject): Sentence | undefined {
  const message = textIn(value, 'message')
  const { words } = value
  return message === undefined ? undefined : { message, ...(isWording(words) && { words }) }
}
