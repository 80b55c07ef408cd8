/** One whole turn of a thread. */
export type Turn = (threadId: string) => Promise<void>

/** How often the model calls in one turn. */
export const STEPS = (waits: boolean) => (waits ? 2 : 6)

/** Runs of the model and of calls in one turn. */
export const nodesIn = (waits: boolean) => 2 * STEPS(waits) + 1

export const callAt = (index: number) => ({ id: `call_${index}`, name: 'look', input: { at: `place ${index}` } })

export const TOOL = async (input: { at: string }) => `saw ${input.at}, which looks like this: ${'~'.repeat(200)}`
