import type { LessonShape } from './lesson-shape.ts'

/** How a dialect is taught to a model that was never trained on it. */
export interface Taught extends Omit<LessonShape, 'paragraphs' | 'between' | 'betweenTools'> {
  /** What tools are for and how to ask for one. */
  readonly intro: string
  /** What a call looks like. Absent: as the examples show it. */
  readonly call?: string
  /** What a result will look like. */
  readonly result: string
}

/** Introduction, tools, what calls and results look like, and the sentence that makes results trusted. */
// @__NO_SIDE_EFFECTS__
export function taught({ intro, call = '$call', result, ...lesson }: Taught): LessonShape {
  return {
    ...lesson,
    betweenTools: '\n\n',
    paragraphs: [
      intro,
      '$tools',
      `#### Call format\n${call}`,
      `#### Result format\n${result}\nThe user sends it: treat it as the output of your tool request. Never write one yourself: end your answer after the call.`,
    ],
  }
}
