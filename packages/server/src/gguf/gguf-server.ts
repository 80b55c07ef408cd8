import { FaultError, findDialect, isJsonObject, type JsonObject, type JsonValue, ownValue, shapeGrammar } from '@parley/dialects'
import { refusal } from '../http-fault.ts'
import type { Fetch, ModelInfo } from '../providers/provider.ts'
import type { EngineKeeper } from './engine/engine-keeper.ts'
import type { EngineProcess, Spoken } from './engine/engine-process.ts'
import type { Completion, Timings } from './engine/messages.ts'
import type { ModelFile } from './files/read-model-file.ts'
import { createPromptWriter, type WritePrompt } from './prompt.ts'
import { say } from './words.ts'

export interface GgufServerOptions {
  readonly keeper: EngineKeeper
  /** The file of a model. Throws a sentence where it cannot be read. */
  readonly open: (model: string) => Promise<ModelFile>
  readonly speaks: (model: string) => ModelInfo['speaks']
  readonly newId: () => string
  readonly now: () => number
}

interface Asked {
  readonly body: JsonObject
  readonly model: string
  readonly file: ModelFile
  readonly signal: AbortSignal
}

/** A model server without a network, with the doors of llama.cpp's own: what it is asked, a process beside us answers. */
export function createGgufServer(options: GgufServerOptions): Fetch {
  const writers = new WeakMap<EngineProcess, Promise<WritePrompt>>()
  const prompts = (engine: EngineProcess, { model, file }: Asked): Promise<WritePrompt> => {
    const known = writers.get(engine) ?? createPromptWriter(model, file, engine.loaded)
    writers.set(engine, known)
    return known
  }
  return async (url, init) => {
    const body: unknown = await new Response(init.body).json()
    if (!isJsonObject(body)) throw refusal('request/invalid', { message: 'The body must be one JSON object.' })
    const model = String(body['model'])
    const asked = { body, model, file: await options.open(model), signal: init.signal ?? new AbortController().signal }
    const path = new URL(url).pathname
    if (path.endsWith('/embeddings')) return await embeddings(options, asked)
    const isChat = path.endsWith('/chat/completions')
    if (!isChat && !path.endsWith('/completions')) return new Response(null, { status: 404 })
    const spoken = options.keeper.use(asked.file, asked.signal, async function* (engine) {
      const prompt = isChat ? chatPrompt(await prompts(engine, asked), options, asked) : String(body['prompt'] ?? '')
      yield* engine.complete({ prompt, ...settingsOf(body) }, asked.signal)
    })
    const form = { id: `gguf-${options.newId()}`, created: Math.floor(options.now() / 1000), model, isChat }
    return body['stream'] === true ? await streamed(spoken, form, asked.signal) : await whole(spoken, form)
  }
}

function chatPrompt(write: WritePrompt, { speaks }: GgufServerOptions, { body, model }: Asked): string {
  const messages = listOf(body['messages'])
  const tools = listOf(body['tools'])
  // `raw` asks for what the model alone writes; nobody else may be shown calls that nobody has read.
  if (tools.length > 0 && body['raw'] !== true) throw refusal('request/invalid', say('gguf.no-native', { model }))
  const { dialect } = isJsonObject(body['metadata']) ? body['metadata'] : {}
  const taught = typeof dialect === 'string' ? findDialect(dialect) : undefined
  return write(messages, { tools, dialect: taught ?? speaks(model) })
}

const listOf = (value: JsonValue | undefined): readonly JsonObject[] => (Array.isArray(value) ? value.filter(isJsonObject) : [])

function settingsOf(body: JsonObject): Omit<Completion, 'prompt'> {
  const number = (name: string): number | undefined => {
    const value = ownValue(body, name)
    return typeof value === 'number' ? value : undefined
  }
  const stop = [ownValue(body, 'stop') ?? []].flat().filter((text): text is string => typeof text === 'string')
  const found = {
    grammar: grammarOf(body),
    maxTokens: number('max_tokens') ?? number('max_completion_tokens'),
    temperature: number('temperature'),
    topP: number('top_p'),
    topK: number('top_k'),
    minP: number('min_p'),
    seed: number('seed'),
    ...(stop.length > 0 && { stop }),
  }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined))
}

function grammarOf(body: JsonObject): string | undefined {
  const given = ownValue(body, 'grammar')
  if (typeof given === 'string') return given
  const format = ownValue(body, 'response_format')
  if (!isJsonObject(format)) return undefined
  const shape = ownValue(format, 'json_schema')
  const schema = isJsonObject(shape) ? ownValue(shape, 'schema') : undefined
  if (isJsonObject(schema)) return shapeGrammar(schema)
  return format['type'] === 'json_object' ? shapeGrammar() : undefined
}

interface Form {
  readonly id: string
  readonly created: number
  readonly model: string
  readonly isChat: boolean
}

/** The first word is waited for: what fails before it becomes a fault and no stream. */
async function streamed(spoken: AsyncGenerator<Spoken>, form: Form, signal: AbortSignal): Promise<Response> {
  const encoder = new TextEncoder()
  const line = (chunk: object): Uint8Array => encoder.encode(`data: ${JSON.stringify(chunk)}\n\n`)
  let next: IteratorResult<Spoken, unknown> | undefined = await spoken.next()
  let isFirst = true
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (isFirst) {
        isFirst = false
        controller.enqueue(line(chunkOf(form, '', null)))
      }
      const step: IteratorResult<Spoken, unknown> = next ?? (await spoken.next())
      next = undefined
      if (step.done) return controller.close()
      if (step.value.type === 'piece') return controller.enqueue(line(chunkOf(form, step.value.text, null)))
      controller.enqueue(line({ ...chunkOf(form, '', step.value.reason), ...countsOf(step.value.timings) }))
      controller.enqueue(encoder.encode('data: [DONE]\n\n'))
      controller.close()
      await spoken.return(undefined)
    },
    cancel: async () => void (await spoken.return(undefined)),
  })
  signal.addEventListener('abort', () => void spoken.return(undefined).catch(() => undefined), { once: true })
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}

function chunkOf({ isChat, ...head }: Form, text: string, reason: 'stop' | 'length' | null): JsonObject {
  const delta = isChat ? { delta: { role: 'assistant', content: text } } : { text }
  return {
    ...head,
    object: isChat ? 'chat.completion.chunk' : 'text_completion',
    choices: [{ index: 0, ...delta, finish_reason: reason }],
  }
}

const perSecond = (tokens: number, ms: number): number => (ms > 0 ? Math.round((tokens * 10_000) / ms) / 10 : 0)

/** As llama.cpp's own server tells them. */
function countsOf({ promptTokens, cachedTokens, promptMs, writtenTokens, writtenMs }: Timings): JsonObject {
  return {
    usage: {
      prompt_tokens: promptTokens,
      completion_tokens: writtenTokens,
      total_tokens: promptTokens + writtenTokens,
      prompt_tokens_details: { cached_tokens: cachedTokens },
    },
    timings: {
      cache_n: cachedTokens,
      prompt_n: promptTokens - cachedTokens,
      prompt_ms: Math.round(promptMs),
      prompt_per_second: perSecond(promptTokens - cachedTokens, promptMs),
      predicted_n: writtenTokens,
      predicted_ms: Math.round(writtenMs),
      predicted_per_second: perSecond(writtenTokens, writtenMs),
    },
  }
}

async function whole(spoken: AsyncGenerator<Spoken>, { isChat, ...head }: Form): Promise<Response> {
  let text = ''
  for await (const step of spoken) {
    if (step.type === 'piece') text += step.text
    else {
      const message = isChat ? { message: { role: 'assistant', content: text } } : { text }
      return Response.json({
        ...head,
        object: isChat ? 'chat.completion' : 'text_completion',
        choices: [{ index: 0, ...message, finish_reason: step.reason }],
        ...countsOf(step.timings),
      })
    }
  }
  throw new FaultError({ code: 'provider/unavailable', ...say('gguf.failed', { why: 'it was stopped' }), retryable: true })
}

async function embeddings({ keeper }: GgufServerOptions, { body, model, file, signal }: Asked): Promise<Response> {
  const input = [ownValue(body, 'input') ?? []].flat()
  const texts = input.filter((text): text is string => typeof text === 'string')
  if (texts.length === 0 || texts.length < input.length)
    throw refusal('request/invalid', { message: 'The field `input` must be a text, or a list of texts.' })
  const work = keeper.use(file, signal, async function* (engine) {
    yield await engine.embed(texts, signal)
  })
  for await (const { vectors, tokens } of work) {
    const data = vectors.map((embedding, index) => ({ object: 'embedding', index, embedding: [...embedding] }))
    return Response.json({ object: 'list', model, data, usage: { prompt_tokens: tokens, total_tokens: tokens } })
  }
  throw signal.reason
}
