import { FaultError, ownValue, type Respond } from '@parley/dialects'
import { openaiChat } from '@parley/dialects/wire'
import { say } from '../words.ts'
import { getJson } from './get-json.ts'
import type { ProviderSettings } from './provider.ts'

/** What the model writes behind the prompt that its template makes of the request, before the server looks for calls in it. */
export function llamaCppRaw(options: ProviderSettings, root: string, headers: Readonly<Record<string, string>>): Respond {
  const post = async (path: string, body: object, signal: AbortSignal) =>
    await getJson(options, `${root}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      signal,
    })
  return async function* (request, signal) {
    const { messages, tools } = openaiChat.writeRequest(request)
    const prompt = ownValue(await post('/apply-template', { messages, ...(tools !== undefined && { tools }) }, signal), 'prompt')
    const most = request.settings?.maxTokens
    const answer = await post('/completion', { prompt: prompt ?? '', ...(most !== undefined && { n_predict: most }) }, signal)
    const text = ownValue(answer, 'content')
    if (typeof prompt !== 'string' || typeof text !== 'string')
      throw new FaultError({
        code: 'provider/bad-answer',
        ...say('provider.no-json', { label: options.label }),
        retryable: false,
      })
    yield [
      { type: 'message-start', messageId: options.newId(), model: request.model },
      { type: 'part-start', part: 0, kind: 'text' },
      { type: 'part-delta', part: 0, text },
      { type: 'part-end', part: 0, value: { type: 'text', text } },
      { type: 'message-end', reason: ownValue(answer, 'stop_type') === 'limit' ? 'length' : 'done' },
    ]
  }
}
