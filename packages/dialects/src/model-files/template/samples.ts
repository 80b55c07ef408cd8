import { CASES, type Case } from './cases.ts'
import type { Spoken, Voice } from './voice.ts'

/** A case, and the answer in which a model of this template says it. */
export interface Sample {
  readonly of: Case
  /** Undefined: the template refuses to say it, or leaves a part of it out. */
  readonly spoken: Spoken | undefined
}

/** The cases in the words of a template. */
export function samplesOf(voice: Voice): readonly Sample[] {
  return CASES.map((of) => {
    const spoken = voice.spoken(of)
    return { of, spoken: spoken && isWhole(of, spoken.answer) ? spoken : undefined }
  })
}

/** Whether all that was said is in an answer. */
function isWhole({ text = '', reasoning = '', calls = [] }: Case, answer: string): boolean {
  return [text, reasoning, ...calls.map(({ name }) => name)].every((words) => answer.includes(words))
}
