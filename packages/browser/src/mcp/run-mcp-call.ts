import { faultOf, type JsonObject, type JsonValue } from '@parley/dialects'
import { progressLine } from '../tools/progress-line.ts'
import { questionPayload, readAnswer } from '../tools/question.ts'
import type { ToolContext, ToolOutput } from '../tools/tool.ts'
import { say } from '../words/mcp.ts'
import type { CallEvent, McpResult } from './call-events.ts'
import { withLongTextInFiles } from './long-results.ts'
import type { McpClient } from './mcp-client.ts'
import type { McpTool } from './mcp-server.ts'

/** How often a call that was begun is looked for when the connection to our server breaks off. */
const LOOKS = 3
const BETWEEN_MS = 1000
/** A server may tell of its progress as often as it likes; a person reads so often. */
const TOLD_MS = 250

/** Runs one call at our server, once: what was lost on the way is listened to again, and never sent again. */
export async function runMcpCall(client: McpClient, tool: McpTool, input: JsonObject, context: ToolContext): Promise<ToolOutput> {
  // The ledger decided that this call runs now; a call that a person runs again is another run.
  const callId = `${context.callId}.${crypto.randomUUID()}`
  const { name, fingerprint } = tool
  const cancel = () => void client.cancel(callId).catch(() => {})
  context.signal.addEventListener('abort', cancel, { once: true })
  const tellProgress = createProgress(context.onProgress)
  const answer = createAnswering(client, callId, context)
  const progress = (event: CallEvent) => (event.type === 'question' ? answer(event) : tellProgress(event))
  // Stopping is asked of the server, which tells how it ended: hanging up would leave that unknown.
  const untilTold = new AbortController().signal
  try {
    const result =
      (await endOf(client.call({ callId, name, input, fingerprint }, untilTold), progress)) ??
      (await lookAgain(() => client.listen(callId, untilTold), progress))
    return result
      ? toOutput({ ...result, content: await withLongTextInFiles(result.content, tool.tool, context) })
      : { outcome: 'error', content: say('remote.gone').message, display: { words: say('remote.gone').words } }
  } catch (error) {
    const fault = faultOf(error)
    if (!fault) throw error
    return { outcome: 'error', content: fault.message, ...(fault.words && { display: { words: fault.words } }) }
  } finally {
    context.signal.removeEventListener('abort', cancel)
  }
}

/** Undefined: the connection broke off before the end. A refusal is thrown: then nothing has run. */
async function endOf(events: AsyncIterable<CallEvent>, tell: (event: CallEvent) => void): Promise<McpResult | undefined> {
  try {
    for await (const event of events) {
      if (event.type === 'end') return event.result
      tell(event)
    }
  } catch (error) {
    const fault = faultOf(error)
    if (fault && fault.code !== 'transport/disconnected') throw error
  }
  return undefined
}

async function lookAgain(
  listen: () => AsyncIterable<CallEvent>,
  tell: (event: CallEvent) => void,
): Promise<McpResult | undefined> {
  for (let look = 0; look < LOOKS; look++) {
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS))
    // Nobody knows it: our server was started anew, and whether the call ran is not known any more.
    const result = await endOf(listen(), tell).catch(() => undefined)
    if (result) return result
  }
  return undefined
}

function createProgress(onProgress: ToolContext['onProgress']): (event: CallEvent) => void {
  let last = Number.NEGATIVE_INFINITY
  return (event) => {
    if (event.type !== 'progress' || performance.now() - last < TOLD_MS) return
    last = performance.now()
    onProgress(progressLine(event))
  }
}

/** Puts what the server asks to the person. The call goes on being listened to meanwhile: it may end before anybody answers. */
function createAnswering(client: McpClient, callId: string, { human }: ToolContext) {
  const asked = new Set<number>()
  return ({ asks, question }: Extract<CallEvent, { type: 'question' }>): void => {
    // Who comes back after a broken connection is told once more.
    if (asked.size === asked.add(asks).size) return
    const answering = async () => {
      const answer = readAnswer(await human(questionPayload(question), { isMidway: true }))
      await client.answer(callId, asks, answer).catch(async (error: unknown) => {
        if (faultOf(error)?.code !== 'request/conflict') await client.answer(callId, asks, { action: 'cancel' })
      })
    }
    // Stopped, or over: the server has been told so, or knows.
    answering().catch(() => {})
  }
}

function toOutput({ outcome, content, forPerson, data, words }: McpResult): ToolOutput {
  const files = forPerson.flatMap((part) => (part.type === 'file' ? [{ mediaType: part.mediaType, data: part.data }] : []))
  const display: { readonly [key: string]: JsonValue } = {
    ...(words && { words: JSON.parse(JSON.stringify(words)) }),
    ...(forPerson.length > 0 && {
      forPerson: forPerson.map((part) => (part.type === 'text' ? part.text : `[${part.mediaType}]`)),
    }),
    ...(files.length > 0 && { files }),
  }
  return {
    outcome,
    content: content.length === 0 ? 'Done.' : content,
    ...(data !== undefined && { data }),
    ...(Object.keys(display).length > 0 && { display }),
  }
}
