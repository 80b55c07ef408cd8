import type { TransportOptions } from '@parley/browser'
import type { PageModel, PageModels } from '@parley/browser/page-model'
import { faultOf, type Respond } from '@parley/dialects'
import type { PageModelShelf } from '@parley/react'

/** Set as soon as somebody opens where models of the page are had: before, nothing of it is fetched. */
const USED = 'parley-page-models'

/** Models that run in this page. Whoever has none fetches nothing for them. */
export function openPageModels(): PageModelShelf {
  let opened: Promise<PageModels> | undefined
  const open = (): Promise<PageModels> => {
    opened ??= load().catch((error: unknown) => {
      opened = undefined
      throw error
    })
    return opened
  }
  return {
    open() {
      localStorage.setItem(USED, 'yes')
      return open()
    },
    list: async (): Promise<readonly PageModel[]> => (localStorage.getItem(USED) === null ? [] : (await open()).list()),
  }
}

async function load(): Promise<PageModels> {
  const { createPageModels, wllamaEngine } = await import('@parley/browser/page-model')
  return createPageModels(
    wllamaEngine(async () => {
      const [{ Wllama }, { default: wasmUrl }] = await Promise.all([
        import('@wllama/wllama/esm/index.js'),
        import('@wllama/wllama/esm/wasm/wllama.wasm?url'),
      ])
      return { Wllama, wasmUrl }
    }),
  )
}

export async function pageRespond(
  shelf: PageModelShelf,
  options: Pick<TransportOptions, 'dialect' | 'listen'>,
): Promise<Respond> {
  const { pageTransport } = await import('@parley/browser/page-model')
  return pageTransport(await shelf.open(), options)
}

/** Where the server cannot be reached, the demo answers in this page, and everybody else is out of reach. */
export function orPageDemo(server: Respond, options: Pick<TransportOptions, 'dialect' | 'listen'>): Respond {
  return async function* (request, signal) {
    let isBegun = false
    try {
      for await (const batch of server(request, signal)) {
        isBegun = true
        yield batch
      }
    } catch (error) {
      const demo =
        isBegun || faultOf(error)?.code !== 'transport/disconnected' ? undefined : await demoFor(request.model, options)
      if (!demo) throw error
      yield* demo(request, signal)
    }
  }
}

/** Undefined: it is not the demo that was asked, or what it says was never fetched. */
async function demoFor(model: string, options: Pick<TransportOptions, 'dialect' | 'listen'>): Promise<Respond | undefined> {
  const { pageDemo, pageTransport } = await import('@parley/browser/page-model').catch(() => ({
    pageDemo: undefined,
    pageTransport: undefined,
  }))
  return pageDemo?.answersFor(model) ? pageTransport?.(pageDemo, options) : undefined
}
