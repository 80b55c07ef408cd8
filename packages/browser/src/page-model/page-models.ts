import { type ChatRequest, FaultError, findDialect, type Respond, type Sentence } from '@parley/dialects'
import { say } from '../words/page-model.ts'
import { type BuiltInState, builtInModel, builtInSpeech, builtInState, builtInVoice, fetchBuiltIn } from './built-in.ts'
import { createEngineKeeper } from './engine-keeper.ts'
import type { LoadEngine, PagePlan } from './page-engine.ts'
import { BUILT_IN, type PageModel, pageModelId } from './page-model.ts'
import { MOST_WITHOUT_CARD, pagePlan, pagePower } from './page-plan.ts'
import { type PageSpeech, readWeights } from './read-weights.ts'
import { type EngineWitness, speak } from './speak.ts'
import type { Weights } from './weights.ts'
import { nameOf, noRoom, openWeightsStore, type PutOptions, type WeightsStore } from './weights-store.ts'
import { weightsVoice } from './weights-voice.ts'

/** A file that somebody chose, before anything is copied. */
export interface LookedAtWeights {
  readonly model: PageModel
  readonly plan: PagePlan
  readonly freeBytes: number
}

/** Models of this page: kept in this browser, run in this browser. Nothing of them leaves it. */
export interface PageModels {
  list(): Promise<readonly PageModel[]>
  /** Whether a graphics card would run them, and how large a file may be where none does. */
  power(): Promise<{ readonly gpu: boolean; readonly mostMb: number }>
  readonly builtInLabel: Sentence
  builtIn(): Promise<BuiltInState>
  fetchBuiltIn(onProgress: (part: number) => void, signal: AbortSignal): Promise<void>
  /** Reads what a file tells. Throws a fault where it cannot be used, or does not fit. */
  look(file: Weights): Promise<LookedAtWeights>
  put(file: Weights, looked: LookedAtWeights, options: PutOptions): Promise<void>
  remove(id: string): Promise<void>
  /** Answers with one of them. `dialect`: what a person chose. */
  respond(dialect: string | undefined, witness: EngineWitness): Respond
}

export function createPageModels(load: LoadEngine, store: WeightsStore = openWeightsStore()): PageModels {
  const keeper = createEngineKeeper(load, (id) => store.open(id))
  return {
    async list() {
      const own = (await builtInState()) === 'available' ? [builtInModel()] : []
      return [...(await store.list()), ...own]
    },
    power: async () => ({ gpu: (await pagePower()).gpu, mostMb: MOST_WITHOUT_CARD / 1_000_000 }),
    builtInLabel: say('built-in.label'),
    builtIn: builtInState,
    fetchBuiltIn,
    look: (file) => look(file, store),
    async put(file, { model }, options) {
      await store.put(file, model, options)
    },
    async remove(id) {
      keeper.close(id)
      await store.remove(id)
    },
    respond: (dialect, witness) =>
      async function* (request, signal) {
        const respond = await responderOf(request, dialect, witness)
        yield* respond(request, signal)
      },
  }

  async function responderOf({ model: id }: ChatRequest, dialect: string | undefined, witness: EngineWitness): Promise<Respond> {
    const name = id.slice(pageModelId('').length)
    if (id === BUILT_IN) return speak(name, spoken(builtInSpeech, dialect, name), builtInVoice, witness)
    const { weights, engine } = await keeper.load(id)
    const voice = await weightsVoice(name, weights, engine)
    return speak(
      name,
      spoken(weights.speech, dialect, name),
      async function* (question, seen, signal) {
        try {
          yield* voice(question, seen, signal)
        } catch (error) {
          keeper.failed(id, error)
          throw error
        }
      },
      witness,
    )
  }
}

/** Why a conversation with one of them does not go to a server: it could not ask it, and need not have what was said. */
export const staysHere = (): Sentence => say('page-model.stays')

/** What a person chose goes before what the file tells. */
function spoken(speech: PageSpeech, wanted: string | undefined, model: string): PageSpeech {
  if (wanted === undefined || wanted === '' || wanted === speech.dialect.id) return speech
  const dialect = findDialect(wanted)
  if (dialect) return { ...speech, dialect }
  throw new FaultError({ code: 'request/invalid', ...say('page-model.no-native', { model }), retryable: false })
}

async function look(file: Weights, store: WeightsStore): Promise<LookedAtWeights> {
  const { header, speech } = await readWeights(file)
  const plan = pagePlan(header, file, await pagePower())
  const freeBytes = await store.free()
  if (file.size > freeBytes) throw noRoom(file, freeBytes)
  const name = nameOf(file.name)
  const { dialect, reason, own, reasoning } = speech
  const model = {
    id: pageModelId(name),
    label: { message: name },
    bytes: file.size,
    contextTokens: plan.contextTokens,
    dialect: dialect.id,
    reason,
    ...(own && { own }),
    reasoning,
  }
  return { model, plan, freeBytes }
}
