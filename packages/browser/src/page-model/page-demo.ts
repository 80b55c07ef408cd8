import { DEMO_MODEL, demoAnswer } from '@parley/dialects/demo'
import type { PageModels } from './page-models.ts'

/** Between two pieces, as the server's does. */
const PACE_MS = 12

/** The demo in this page, for while the server that has one is away. What it says is what the server's says. */
export const pageDemo: Pick<PageModels, 'respond'> & { answersFor(model: string): boolean } = {
  answersFor: (model) => model === DEMO_MODEL,
  respond: () =>
    async function* (request, signal) {
      for (const event of demoAnswer(request, 0)) {
        await new Promise((resolve) => setTimeout(resolve, PACE_MS))
        signal.throwIfAborted()
        yield [event]
      }
    },
}
