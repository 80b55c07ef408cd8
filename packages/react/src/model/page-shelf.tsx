import type { PageModel, PageModels } from '@parley/browser/page-model'
import { createContext, useContext } from 'react'

/** Models that run in the page, and the way to them. What runs them is fetched with the first. */
export interface PageModelShelf {
  /** Empty as long as nobody has opened it: nothing is fetched to say so. */
  list(): Promise<readonly PageModel[]>
  open(): Promise<PageModels>
}

export const PageShelf = createContext<PageModelShelf | undefined>(undefined)

/** Absent: this page runs none. */
export const usePageShelf = (): PageModelShelf | undefined => useContext(PageShelf)

/** Whom models in the page belong to. */
export const PAGE = 'page'
