/** One streamed answer, by the clock. */
export interface Answered {
  readonly firstMs: number
  readonly tokens: number
  /** Tokens a second, once the first was there. */
  readonly speed: number
  readonly promptTokens: number
  readonly cachedTokens: number
  readonly text: string
}

export interface Message {
  readonly role: string
  readonly content: string
}

interface Chunk {
  readonly choices?: readonly { readonly delta?: { readonly content?: string | null } }[]
  readonly usage?: {
    readonly prompt_tokens: number
    readonly completion_tokens: number
    readonly prompt_tokens_details?: { readonly cached_tokens?: number }
  }
}

/** Asks a server of OpenAI's kind. */
export async function streamed(url: string, model: string, messages: readonly Message[], most: number): Promise<Answered> {
  const since = performance.now()
  const body = { model, messages, max_tokens: most, temperature: 0, stream: true, stream_options: { include_usage: true } }
  const response = await fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
  let [firstAt, text, rest] = [0, '', '']
  let usage: Chunk['usage']
  for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const lines = `${rest}${piece}`.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (!line.startsWith('data: {')) continue
      // as: both servers speak OpenAI's format.
      const chunk = JSON.parse(line.slice(6)) as Chunk
      const said = chunk.choices?.[0]?.delta?.content ?? ''
      if (said !== '' && firstAt === 0) firstAt = performance.now()
      text += said
      usage = chunk.usage ?? usage
    }
  }
  const [now, tokens] = [performance.now(), usage?.completion_tokens ?? 0]
  return {
    firstMs: firstAt - since,
    tokens,
    speed: ((tokens - 1) * 1000) / (now - firstAt),
    promptTokens: usage?.prompt_tokens ?? 0,
    cachedTokens: usage?.prompt_tokens_details?.cached_tokens ?? 0,
    text,
  }
}
