import { FaultError } from '@parley/dialects'
import { type GgufHeader, keptPerToken } from '@parley/dialects/model-files'
import { say } from '../words/page-model.ts'
import type { PagePlan } from './page-engine.ts'

export interface PagePower {
  /** Whether there is a graphics card that pages may use. */
  readonly gpu: boolean
  /** What this computer has, in GB, as far as a browser tells: it never says more than 8. Absent: it does not say. */
  readonly memoryGb?: number
}

const GB = 2 ** 30
const MB = 1_000_000
/** On the processor a page reads about ten tokens a second of a model of this size; a lesson of tools has a thousand. */
export const MOST_WITHOUT_CARD = 400 * MB
/** What WebAssembly can address here. */
const MOST_MEMORY_GB = 4
const OVERHEAD = 200 * 2 ** 20
const USUAL_CONTEXT = 16_384
const LEAST_CONTEXT = 2048

/** How long conversations may be. Throws where the model would not fit, before anything is copied or loaded. */
export function pagePlan(
  header: GgufHeader,
  weights: { readonly name: string; readonly size: number },
  power: PagePower,
): PagePlan {
  const { name: file, size } = weights
  const { gpu, memoryGb = MOST_MEMORY_GB } = power
  if (!gpu && size > MOST_WITHOUT_CARD)
    throw refused(say('page-model.too-large', { file, size: Math.round(size / MB), most: MOST_WITHOUT_CARD / MB }))
  const most = Math.min(memoryGb, MOST_MEMORY_GB)
  const room = most * GB - size - OVERHEAD
  let contextTokens = Math.min(header.contextLength ?? LEAST_CONTEXT * 2, USUAL_CONTEXT)
  const perToken = keptPerToken(header)
  while (contextTokens > LEAST_CONTEXT && contextTokens * perToken > room)
    contextTokens = Math.max(LEAST_CONTEXT, contextTokens >> 1)
  const needed = size + OVERHEAD + contextTokens * perToken
  if (needed > most * GB) throw refused(say('page-model.memory', { file, needed: (needed / GB).toFixed(1), most }))
  return { contextTokens, gpu }
}

const refused = (sentence: ReturnType<typeof say>): FaultError =>
  new FaultError({ code: 'request/too-large', ...sentence, retryable: false })

/** `navigator.gpu` is there also where no card is: only an adapter is one. */
export async function pagePower(): Promise<PagePower> {
  // as: neither is known to the library of types.
  const { gpu, deviceMemory } = navigator as unknown as {
    readonly gpu?: { requestAdapter(): Promise<object | null> }
    readonly deviceMemory?: number
  }
  const adapter = await gpu?.requestAdapter().catch(() => null)
  return { gpu: Boolean(adapter), ...(deviceMemory !== undefined && { memoryGb: deviceMemory }) }
}
