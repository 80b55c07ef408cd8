import { type ChatRequest, faultOf, type ToolSpec } from '@parley/dialects'
import type { Provider } from '../providers/provider.ts'
import { say } from '../words.ts'
import type { SpeechRecords } from './choose-speech.ts'

/** A server that has not begun to call by then is asked another time, and the name decides meanwhile. */
const PATIENCE_MS = 20_000
/** A server that cannot be asked is not asked for ever. */
const MOST_TRIES = 3
/** Enough for a short thought before the call. */
const MOST_TOKENS = 400

const READY: ToolSpec = {
  name: 'report_ready',
  description: 'Says that tools can be called.',
  parameters: { type: 'object', properties: {} },
}

const question = (model: string): ChatRequest => ({
  model,
  messages: [
    {
      role: 'user',
      id: 'ask',
      parts: [{ type: 'text', text: 'Call the tool `report_ready` now, without arguments. Say nothing else.' }],
    },
  ],
  tools: [READY],
  settings: { maxTokens: MOST_TOKENS },
})

/** Finds out whether a model's server takes tools and gives calls back. What it finds it keeps. */
export type AskNative = (provider: Provider, model: string) => Promise<void>

/** Asks each model once, with one tiny request, when its first tools are to be offered. Many wait for one answer. */
export function createAskNative(records: SpeechRecords): AskNative {
  const asked = new Map<string, Promise<void>>()
  const failures = new Map<string, number>()
  const ask = async (provider: Provider, model: string, key: string): Promise<void> => {
    const native = await calls(provider, model)
    if (native) records.keep({ provider: provider.id, model, choice: 'native', reason: say('speech.tried') })
    if (native !== undefined) return
    const failed = (failures.get(key) ?? 0) + 1
    failures.set(key, failed)
    if (failed < MOST_TRIES) asked.delete(key)
  }
  return (provider, model) => {
    const key = `${provider.id}\n${model}`
    const asking = asked.get(key) ?? ask(provider, model, key)
    asked.set(key, asking)
    return asking
  }
}

/** `undefined`: it could not be found out. A server that refuses the request does not take tools; one that is busy says nothing. */
async function calls(provider: Provider, model: string): Promise<boolean | undefined> {
  const over = new AbortController()
  const signal = AbortSignal.any([over.signal, AbortSignal.timeout(PATIENCE_MS)])
  try {
    for await (const batch of provider.respond(question(model), signal))
      for (const event of batch) {
        if (event.type === 'part-start' && event.kind === 'tool-call') return true
        if (event.type === 'part-end' && event.value.type === 'tool-call') return true
        if (event.type === 'message-end') return false
        if (event.type === 'fault') return undefined
      }
    return undefined
  } catch (error) {
    const fault = faultOf(error)
    if (!fault) throw error
    return fault.code === 'provider/refused' ? false : undefined
  } finally {
    over.abort()
  }
}
