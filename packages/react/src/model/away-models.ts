import type { PageModel } from '@parley/browser/page-model'
import type { Words } from '../language/words.tsx'
import type { ModelList, OfferedModel } from './model-list.ts'
import { withPageModels } from './page-offers.ts'
import { PAGE } from './page-shelf.tsx'

/** Whether the server has a demo: then this page may stand in for it. Kept from when it was asked last. */
export const DEMO_KEPT = 'parley-demo'

const DEMO: Omit<OfferedModel, 'label' | 'provider'> = {
  id: 'demo-scripted',
  words: { id: 'model.demo' },
  providerId: 'demo',
  demo: true,
  dialect: '',
  dialectReason: { message: '' },
  reasoning: false,
}

interface AwayOptions {
  readonly own: readonly PageModel[]
  readonly words: Words
  readonly hasDemo: boolean
  /** Where the server was. */
  readonly host: string
}

/** What can answer while the server is away: the demo and models of this page. Those of the server are shown as out of reach. */
export function awayModels(before: ModelList | undefined, { own, words, hasDemo, host }: AwayOptions): ModelList {
  const list = before ?? withPageModels(nothingKnown(words.model.demo, hasDemo, host), own, words.model.inPage)
  const answers = (id: string) => id === PAGE || list.models.some((model) => model.demo && model.providerId === id)
  const providers = list.providers.map((provider) => ({ ...provider, isUp: answers(provider.id) }))
  return {
    ...list,
    isAway: true,
    providers,
    problems: providers.filter(({ isUp }) => !isUp).map(({ id }) => ({ provider: id, message: words.fault.offline })),
  }
}

function nothingKnown(label: string, hasDemo: boolean, host: string): ModelList {
  const server = { id: 'server', label: host, isUp: false }
  return {
    providers: hasDemo ? [{ id: 'demo', label, isUp: true }, server] : [server],
    models: hasDemo ? [{ ...DEMO, label, provider: label }] : [],
    default: hasDemo ? DEMO.id : '',
    reason: { message: '' },
    problems: [],
  }
}
