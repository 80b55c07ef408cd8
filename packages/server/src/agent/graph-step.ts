import { Runnable, type RunnableConfig } from '@langchain/core/runnables'
import type { AgentRun } from './agent-run.ts'

/** One step of the graph, called as it is: a function would be wrapped in LangChain's tracing, which nobody listens to here. */
export class GraphStep<Input, Output> extends Runnable<Input, Output> {
  readonly lc_namespace = ['parley']
  readonly #take: (input: Input, run: AgentRun) => Promise<Output>

  constructor(take: (input: Input, run: AgentRun) => Promise<Output>) {
    super()
    this.#take = take
  }

  /** Everything that may not be stored comes with the run. */
  async invoke(input: Input, options?: Partial<RunnableConfig> & { readonly context?: unknown }): Promise<Output> {
    // Every invocation of the graph is made by the thread runner, which hands its run in.
    return await this.#take(input, options?.context as AgentRun)
  }
}
