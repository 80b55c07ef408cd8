import { FaultError, faultOf, type Said, type Sentence, type Wording } from '@parley/dialects'
import { chooseSpeech, type Speech, type SpeechRecords, sentence } from './choosing/choose-speech.ts'
import { refusal, toFault } from './http-fault.ts'
import type { ModelInfo, Provider } from './providers/provider.ts'
import { type Aliases, createAliases, splitDialect, type Target } from './routing/model-aliases.ts'
import { say } from './words.ts'

export interface FoundModel {
  readonly provider: Provider
  readonly info: ModelInfo
  readonly speech: Speech
}

export interface ListedModel {
  readonly id: string
  readonly label: string
  /** The label for other languages. Absent: it is a name. */
  readonly words?: Wording
  readonly provider: string
  /** The provider by its id: the label is for people, and two may share it. */
  readonly providerId: string
  readonly demo?: true
  readonly native: boolean
  readonly dialect: string
  readonly dialectReason: string
  /** The reason for other languages. Absent: the provider wrote it. */
  readonly dialectWords?: Wording
  /** It thinks aloud before it answers. Absent: it is not known to. */
  readonly reasoning?: true
  /** How much it reads at once, in tokens. Absent: nobody said. */
  readonly contextTokens?: number
  /** Whether it sees pictures. Absent: nobody said. */
  readonly sees?: boolean
  /** The dialect that it alone speaks, natively or not: a page knows the others by their ids. Absent: it has none. */
  readonly own?: { readonly id: string; readonly shape?: unknown }
}

interface ListedProvider {
  readonly id: string
  readonly label: string
  /** `down`: it could not be asked, and `problems` says why. */
  readonly status: 'up' | 'down'
}

interface ModelList {
  readonly models: readonly ListedModel[]
  readonly default: string
  readonly reason: string
  /** The reason for other languages. */
  readonly words: Wording
  /** Everybody who was asked, in the order in which their models stand. */
  readonly providers: readonly ListedProvider[]
  /** Providers that could not be asked, each with the sentence that says why. */
  readonly problems: readonly ({ readonly provider: string } & Sentence)[]
}

export interface ModelCatalog {
  readonly aliases: Aliases
  list(): Promise<ModelList>
  /** `id`, `provider/id`, or an alias, each perhaps with `@dialect`. Throws a fault that says what to do when there is none. */
  find(id: string, dialect: string | undefined): Promise<FoundModel>
  /** What such a name stands for, at least one: each can be found by itself. */
  meant(id: string): readonly Target[]
  /** One of those that a name stands for. */
  findTarget(id: string, target: Target, dialect: string | undefined): Promise<FoundModel>
}

export interface CatalogOptions {
  /** In order of preference: the first listed model is the default. */
  readonly providers: readonly Provider[]
  /** Providers that come and go; they rank between the settled ones and the demo. Absent: there are none. */
  readonly discover?: () => Promise<readonly Provider[]>
  /** Always there, and never chosen where something better is. */
  readonly demo?: Provider
  readonly defaultModel?: string
  /** Absent: every name is a model's own. */
  readonly aliases?: Aliases
  /** What was found out by trying. */
  readonly records: SpeechRecords
  readonly now: () => number
}

const FRESH_MS = 30_000
/** Whoever looks at the list wants to know who answers now. */
const LIST_FRESH_MS = 5000
/** A server that does not say what it has within this time has nothing. */
const PATIENCE_MS = 10_000

/** Asks the providers for their models, seldom, and finds the one that a request means. */
export function createCatalog(options: CatalogOptions): ModelCatalog {
  const asked = new Map<string, { readonly at: number; readonly models: Promise<readonly ModelInfo[]> }>()
  const modelsOf = (provider: Provider, freshMs = FRESH_MS) => {
    const known = asked.get(provider.id)
    if (known && !provider.changing && options.now() - known.at < freshMs) return known.models
    // Many wait for one answer, so none of them may abort it by leaving.
    const models = provider.models(AbortSignal.timeout(PATIENCE_MS))
    asked.set(provider.id, { at: options.now(), models })
    models.catch(() => asked.delete(provider.id))
    return models
  }
  const speechOf = (provider: Provider, info: ModelInfo, wanted?: string) =>
    chooseSpeech({ wanted, info, record: options.records.find(provider.id, info.id) })
  const aliases = options.aliases ?? createAliases()
  const findNamed = createFinder(options, modelsOf, speechOf)
  const meant = (id: string) => aliases.meant(splitDialect(id)[0])
  const findTarget: ModelCatalog['findTarget'] = async (id, target, dialect) => {
    const [alias, own] = splitDialect(id)
    const [name, usual] = splitDialect(target.model)
    const found = await findNamed(name, own ?? dialect ?? usual)
    if (!found) throw unknown(alias, name)
    return found
  }
  return {
    aliases,
    meant,
    findTarget,
    async list() {
      const answers = await Promise.all(
        (await ranked(options)).map(async (provider) => {
          try {
            const models = await modelsOf(provider, LIST_FRESH_MS)
            return { provider, models: models.filter(({ hidden }) => !hidden), problem: undefined }
          } catch (error) {
            return { provider, models: [], problem: toFault(error) }
          }
        }),
      )
      return listOf(answers, speechOf, options.defaultModel)
    },
    async find(id, dialect) {
      let failure: unknown
      for (const target of meant(id)) {
        try {
          return await findTarget(id, target, dialect)
        } catch (error) {
          if (faultOf(error)?.code === 'request/unknown-dialect') throw error
          failure = error
        }
      }
      throw failure
    },
  }
}

interface Answered {
  readonly provider: Provider
  readonly models: readonly ModelInfo[]
  /** Why it could not be asked. Undefined: it could. */
  readonly problem: Sentence | undefined
}

type SpeechOf = (provider: Provider, info: ModelInfo, wanted?: string) => Speech

function listOf(answers: readonly Answered[], speechOf: SpeechOf, wanted: string | undefined): ModelList {
  const taken = new Set<string>()
  const models = answers.flatMap(({ provider, models: infos }) =>
    infos.map((info) => ({ ...listed(provider, info, speechOf(provider, info)), id: freeName(taken, provider, info) })),
  )
  const providers = answers.map(({ provider: { id, label }, problem }) => ({
    id,
    label,
    status: problem ? ('down' as const) : ('up' as const),
  }))
  const problems = answers.flatMap(({ provider, problem }) => (problem ? [told(provider.id, problem)] : []))
  return { models, providers, problems, ...chooseDefault(models, wanted) }
}

type FindNamed = (name: string, wanted: string | undefined) => Promise<FoundModel | undefined>

/** `undefined`: nobody has a model of that name. Throws where somebody could not be asked. */
function createFinder(
  { providers, demo, discover }: CatalogOptions,
  modelsOf: (provider: Provider) => Promise<readonly ModelInfo[]>,
  speechOf: SpeechOf,
): FindNamed {
  return async (name, wanted) => {
    let failure: unknown
    const look = async (among: readonly Provider[]): Promise<FoundModel | undefined> => {
      for (const { provider, model } of candidates(among, name)) {
        try {
          const info = (await modelsOf(provider)).find((known) => known.id === model)
          if (info) return { provider, info, speech: speechOf(provider, info, wanted) }
        } catch (error) {
          if (faultOf(error)?.code === 'request/unknown-dialect') throw error
          failure = error
        }
      }
      return undefined
    }
    const found = (await look([...providers, ...(demo ? [demo] : [])])) ?? (discover && (await look(await discover())))
    if (found || failure === undefined) return found
    throw new FaultError(toFault(failure), { cause: failure })
  }
}

function unknown(alias: string, name: string): FaultError {
  const said = name === alias ? say('model.unknown', { name }) : say('model.alias', { alias, name })
  return refusal('request/unknown-model', said)
}

async function ranked({ providers, discover, demo }: CatalogOptions): Promise<readonly Provider[]> {
  return [...providers, ...((await discover?.()) ?? []), ...(demo ? [demo] : [])]
}

/** A provider named in front comes first, but a slash may also belong to the model's own name. */
function candidates(providers: readonly Provider[], name: string) {
  const named = providers
    .filter((provider) => name.startsWith(`${provider.id}/`))
    .map((provider) => ({ provider, model: name.slice(provider.id.length + 1) }))
  return [...named, ...providers.map((provider) => ({ provider, model: name }))]
}

/** A name that an earlier provider has is theirs: the same model elsewhere is asked for with its provider in front. */
function freeName(taken: Set<string>, provider: Provider, { id }: ModelInfo): string {
  const name = taken.has(id) ? `${provider.id}/${id}` : id
  taken.add(name)
  return name
}

function listed(provider: Provider, info: ModelInfo, { dialect, reason, thinking }: Speech): ListedModel {
  const label = sentence(info.label ?? info.id)
  return {
    id: info.id,
    label: label.message,
    ...(label.words && { words: label.words }),
    provider: provider.label,
    providerId: provider.id,
    ...(info.demo && { demo: true as const }),
    native: info.native ?? dialect === undefined,
    dialect: dialect?.id ?? 'native',
    dialectReason: reason.message,
    ...(reason.words && { dialectWords: reason.words }),
    ...(thinking && { reasoning: true as const }),
    ...(info.contextTokens !== undefined && { contextTokens: info.contextTokens }),
    ...(info.sees !== undefined && { sees: info.sees }),
    ...(info.speaks && { own: { id: info.speaks.id, ...(info.shape !== undefined && { shape: info.shape }) } }),
  }
}

function chooseDefault(
  models: readonly ListedModel[],
  wanted: string | undefined,
): Pick<ModelList, 'default' | 'reason' | 'words'> {
  if (wanted !== undefined) return { default: wanted, ...because(say('default.set')) }
  const real = models.find((model) => !model.demo)
  if (real) return { default: real.id, ...because(say('default.first', { provider: real.provider })) }
  const [demo] = models
  return demo ? { default: demo.id, ...because(say('default.demo')) } : { default: '', ...because(say('default.none')) }
}

const because = ({ message: reason, words }: Said) => ({ reason, words })
const told = (provider: string, { message, words }: Sentence) => ({ provider, message, ...(words && { words }) })
