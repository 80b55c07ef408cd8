import { ProtocolError, UrlElicitationRequiredError } from '@modelcontextprotocol/client'
import { isJsonObject, type JsonObject, type JsonValue, type Outcome, type Said, validateInput } from '@parley/dialects'
import type { McpConfig } from '../config-schema.ts'
import { refusal } from '../http-fault.ts'
import type { ToolProgress } from '../tools/backend-tool.ts'
import type { Question } from '../tools/question.ts'
import type { AskedBack, RemoteCall } from '../tools/remote-tool.ts'
import { type CallClock, startCallClock } from './call-clock.ts'
import type { Connection } from './connection/connection.ts'
import type { Session } from './connection/session.ts'
import { isUnauthorized } from './connection/why-failed.ts'
import { askedIn, openFirst } from './questions/asked-back.ts'
import { type Ask, MOST_QUESTIONS } from './questions/asking.ts'
import { anyResult } from './tools/list-tools.ts'
import type { McpTool } from './tools/mcp-tool.ts'
import { type Part, toParts } from './tools/to-parts.ts'
import { say } from './words.ts'

/** How a call ended. Everything in it came from an MCP server, or is a sentence of ours about it. */
export interface CallResult {
  readonly outcome: Exclude<Outcome, 'denied'>
  readonly content: readonly Part[]
  readonly forPerson: readonly Part[]
  readonly data?: JsonValue
  /** Our own words where the server said nothing. */
  readonly said?: Said
  /** Nobody knows whether it ran. */
  readonly isUncertain?: true
}

export type CallEvent =
  | ({ readonly type: 'call-progress' } & ToolProgress)
  /** It asks the person something, and goes on once that is answered. */
  | { readonly type: 'call-question'; readonly asks: number; readonly question: Question }
  | { readonly type: 'call-end'; readonly result: CallResult }

export interface CallToMake {
  readonly connection: Connection
  readonly name: string
  readonly input: JsonObject
  /** Of the definition that the person saw. */
  readonly fingerprint: string
  /** How many characters of text are told. Absent: what a model reads. */
  readonly most?: number
  readonly signal: AbortSignal
  readonly onProgress: (progress: ToolProgress) => void
  /** Whom its questions are put to while it runs. Absent: nobody is there, and what it asks back ends the attempt. */
  readonly ask?: Ask
  /** Goes along, for servers that do things once for each. */
  readonly idempotencyKey?: string
  /** What was answered to what the last attempt asked back. */
  readonly answered?: RemoteCall['answered']
}

/** The tool as it is now. Throws where that is no longer the one that was shown. */
export async function findShownTool(
  session: Session,
  { name, fingerprint }: Pick<CallToMake, 'name' | 'fingerprint'>,
): Promise<McpTool> {
  const { tools } = await session.tools()
  const tool = tools.find((one) => one.name === name)
  if (!tool) throw refusal('request/not-found', say('mcp.no-tool', { name }))
  if (tool.fingerprint !== fingerprint) throw refusal('request/conflict', say('mcp.changed', { name }))
  return tool
}

/** Calls a tool, once, and puts what it asks back to the person who watches. Never throws: a failure is a result. */
export async function runCall(
  session: Session,
  tool: McpTool,
  call: CallToMake & { readonly ask: Ask },
  config: McpConfig,
): Promise<CallResult> {
  let answered: CallToMake['answered']
  for (let asked = 0; ; ) {
    const step = await attemptCall(session, tool, { ...call, ...(answered && { answered }) }, config)
    if ('result' in step) return step.result
    const answers: Record<string, JsonValue> = {}
    for (const { key, question } of step.asked.questions) {
      if (++asked > MOST_QUESTIONS)
        return told('error', say('mcp.asks-on', { server: call.connection.entry.label, most: MOST_QUESTIONS }))
      answers[key] = await call.ask(question)
    }
    const { state } = step.asked
    answered = { answers, ...(state !== undefined && { state }) }
  }
}

export type CallStep =
  | { readonly result: CallResult }
  | { readonly asked: AskedBack & { readonly questions: readonly { key: string; question: Question }[] } }

/** One request. A server that wants to know something first says so in its answer, or, if it is older, asks while it runs. */
export async function attemptCall(session: Session, tool: McpTool, call: CallToMake, config: McpConfig): Promise<CallStep> {
  const { connection, ask } = call
  if (call.answered && !isModern(session) && !Object.values(call.answered.answers).every(isYes))
    return { result: told('error', say('mcp.not-opened', { server: connection.entry.label })) }
  const limits = { idleMs: connection.entry.timeoutMs ?? config.callIdleMs, callMs: config.callMs }
  const clock = startCallClock(call.signal, limits)
  try {
    const request = () => requestCall(session, tool, call, clock)
    const result = await (ask ? session.asking.during((question) => clock.during(ask(question)), request) : request())
    const asked = askedIn(result, connection.entry.label)
    if (asked === 'unknown') return { result: told('error', say('mcp.asks-strange', { server: connection.entry.label })) }
    if (asked) return { asked }
    return {
      result: withCheckedData(
        { outcome: result['isError'] === true ? 'error' : 'ok', ...toParts(result, connection.mask, call.most) },
        tool,
      ),
    }
  } catch (error) {
    const first =
      error instanceof UrlElicitationRequiredError && !call.answered
        ? openFirst(error.elicitations, connection.entry.label)
        : undefined
    return first ? { asked: first } : { result: whyCallFailed(error, call, clock, limits) }
  } finally {
    clock.stop()
  }
}

const isModern = ({ client }: Session): boolean => client.getProtocolEra() === 'modern'
const isYes = (answer: JsonValue): boolean => isJsonObject(answer) && answer['action'] === 'accept'

async function requestCall(session: Session, tool: McpTool, call: CallToMake, clock: CallClock): Promise<JsonObject> {
  const { input, idempotencyKey, answered, connection, onProgress } = call
  const params = {
    name: tool.tool,
    arguments: input,
    ...(idempotencyKey !== undefined && { _meta: { idempotencyKey } }),
    ...(answered && isModern(session) && { inputResponses: answered.answers }),
    ...(answered?.state !== undefined && isModern(session) && { requestState: answered.state }),
  }
  return await session.client.request({ method: 'tools/call', params }, anyResult, {
    signal: clock.signal,
    allowInputRequired: true,
    // The clock ends it; the library only needs to wait for longer.
    timeout: LONGEST_MS,
    onprogress: ({ progress, total, message }) => {
      clock.heard()
      onProgress({
        progress,
        ...(total !== undefined && { total }),
        ...(message !== undefined && { message: connection.mask(message.slice(0, 500)) }),
      })
    },
  })
}

/** Longer than any timer can be set is at once. */
const LONGEST_MS = 2 ** 31 - 1

/** What a tool promised of its data is held against the definition that was shown; the rest of the result counts all the same. */
function withCheckedData(result: CallResult, { output }: McpTool): CallResult {
  const { data, ...rest } = result
  if (data === undefined || !output || result.outcome !== 'ok') return result
  const [problem] = validateInput(data, output, say('mcp.data'))
  if (!problem) return result
  const note = `[structured data was left out: it is not what the tool promises. ${problem.message}]`
  return { ...rest, content: [...rest.content, { type: 'text', text: note }] }
}

function whyCallFailed(
  error: unknown,
  { connection, signal }: CallToMake,
  clock: CallClock,
  { idleMs, callMs }: { readonly idleMs: number; readonly callMs: number },
): CallResult {
  const server = connection.entry.label
  if (signal.aborted) return told('cancelled', say('mcp.stopped'))
  if (isUnauthorized(error)) {
    connection.lostLogin()
    return told('error', say('mcp.needs-login', { server }))
  }
  if (clock.why) {
    const sentence =
      clock.why === 'long'
        ? say('mcp.took-too-long', { seconds: Math.round(callMs / 1000) })
        : say('mcp.silent', { server, seconds: Math.round(idleMs / 1000) })
    return { ...told('error', sentence), isUncertain: true }
  }
  if (error instanceof ProtocolError)
    return told('error', say('mcp.call-failed', { server, words: connection.mask(error.message.slice(0, 2000)) }))
  return { ...told('error', say('mcp.may-have-run', { server })), isUncertain: true }
}

const told = (outcome: CallResult['outcome'], said: Said): CallResult => ({
  outcome,
  content: [{ type: 'text', text: said.message }],
  forPerson: [],
  said,
})
