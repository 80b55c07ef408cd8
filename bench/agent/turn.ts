/** One whole turn of a thread. */
export type Turn = (threadId: string) => Promise<void>

/** What happens in a turn. */
export interface Plan {
  readonly name: string
  /** How often the model calls. */
  readonly calls: number
  /** Whether each call waits for somebody, rather than run at once. */
  readonly waits: boolean
}

/** Runs of the model and of calls in one turn. */
export const nodesIn = ({ calls }: Plan) => 2 * calls + 1

export const callAt = (index: number) => ({ id: `call_${index}`, name: 'look', input: { at: `place ${index}` } })

export const TOOL = async (input: { at: string }) => `saw ${input.at}, which looks like this: ${'~'.repeat(200)}`
