import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Middleware,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider'
import {
  collectMessage,
  type Dialect,
  FaultError,
  requireDialect,
  type StreamEvent,
  type WithDialectOptions,
  withDialect,
} from '@parley/dialects'
import { withShape } from '../layers/with-shape.ts'
import { aiSdkRespond } from './ai-sdk-provider.ts'
import { fromCallOptions } from './from-call-options.ts'
import { PartsWriter, toContent, toFinish, toV4Usage } from './write-parts.ts'

export interface DialectMiddlewareOptions extends WithDialectOptions {
  /** A dialect, or the id of a built-in one. */
  readonly dialect: Dialect | string
}

/** Parts that pass by untouched; all others are read and written anew. */
const ASIDE = new Set<LanguageModelV4StreamPart['type']>([
  'stream-start',
  'source',
  'file',
  'reasoning-file',
  'raw',
  'custom',
  'ping',
])

/**
 * Lets a text-only AI SDK model call tools: `wrapLanguageModel({ model, middleware: dialectMiddleware({ dialect: usualDialect }) })`.
 * Tools are taught in the prompt, calls are found in the text while it streams.
 */
export function dialectMiddleware({ dialect, ...options }: DialectMiddlewareOptions): LanguageModelV4Middleware {
  const spoken = typeof dialect === 'string' ? requireDialect(dialect) : dialect
  const answer = (
    model: LanguageModelV4,
    params: LanguageModelV4CallOptions,
    onPart?: (part: LanguageModelV4StreamPart) => void,
  ) => {
    const { tools: _tools, toolChoice: _choice, responseFormat: _shape, ...kept } = params
    const request = fromCallOptions(model.modelId, params)
    const taught = (request.tools ?? []).length > 0 && request.toolChoice !== 'none'
    const respond = aiSdkRespond(model, {
      newId: () => crypto.randomUUID(),
      options: (own) => ({ ...kept, ...own }),
      ...(onPart && { onPart }),
    })
    const speaking = withDialect(spoken, { newId: () => crypto.randomUUID(), ...options })(respond)
    // A model that may write calls cannot be held to a shape by its vendor: it is taught, and the answer without a call is checked.
    const shaped = withShape({ told: !taught, holds: false, native: !taught })(speaking)
    return shaped(request, params.abortSignal ?? new AbortController().signal)
  }
  return {
    specificationVersion: 'v4',
    async wrapStream({ model, params }) {
      demandSupported(model)
      const aside: LanguageModelV4StreamPart[] = []
      const batches = answer(model, params, (part) => void (ASIDE.has(part.type) && aside.push(part)))
      return { stream: toStream(batches, aside) }
    },
    async wrapGenerate({ model, params }) {
      demandSupported(model)
      const events: StreamEvent[] = []
      for await (const batch of answer(model, params)) for (const event of batch) events.push(event)
      const { message, reason = 'done', usage, fault } = collectMessage(events)
      if (fault) throw new FaultError(fault)
      return { content: message.parts.flatMap(toContent), finishReason: toFinish(reason), usage: toV4Usage(usage), warnings: [] }
    },
  }
}

/** AI SDK 5 and 6 take the middleware and cannot read what it writes: no error, and no text either. */
function demandSupported({ specificationVersion }: { readonly specificationVersion: string }): void {
  if (specificationVersion !== 'v4')
    throw new Error(
      `dialectMiddleware needs AI SDK 7: the model it was given is one of specification ${specificationVersion}, and it speaks v4. Update \`ai\` and the model's package.`,
    )
}

/** One web stream at the edge, pulled by the SDK. */
function toStream(
  batches: AsyncIterable<readonly StreamEvent[]>,
  aside: LanguageModelV4StreamPart[],
): ReadableStream<LanguageModelV4StreamPart> {
  const iterator = batches[Symbol.asyncIterator]()
  const writer = new PartsWriter()
  return new ReadableStream({
    async pull(controller) {
      const next = await iterator.next()
      for (const part of aside.splice(0)) controller.enqueue(part)
      if (next.done) return controller.close()
      for (const event of next.value) for (const part of writer.push(event)) controller.enqueue(part)
    },
    async cancel() {
      await iterator.return?.()
    },
  })
}
