import type { Slots } from '../template.ts'

/** One call with an argument, and one without. */
export const twoExamples: readonly Slots[] = [
  { name: '"{name of a function}"', input: '{"{parameter}": "{value}"}', id: '"call_1"' },
  { name: '"{name of another}"', input: '{}', id: '"call_2"' },
]
