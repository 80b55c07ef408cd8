import type { PageModel } from '@parley/browser/page-model'
import type { ModelList, OfferedModel } from './model-list.ts'
import { PAGE } from './page-shelf.tsx'

/** The models of the server, and behind them those of this page under one name. */
export function withPageModels(list: ModelList, models: readonly PageModel[], label: string): ModelList {
  return {
    ...list,
    providers: [...list.providers, { id: PAGE, label, isUp: true }],
    models: [...list.models, ...models.map((model) => offered(model, label))],
  }
}

function offered({ id, label, contextTokens, dialect, reason, own, reasoning }: PageModel, provider: string): OfferedModel {
  return {
    id,
    label: label.message,
    ...(label.words && { words: label.words }),
    provider,
    providerId: PAGE,
    demo: false,
    dialect,
    dialectReason: reason,
    reasoning,
    sees: false,
    ...(contextTokens !== undefined && { contextTokens }),
    ...(own && { own }),
  }
}
