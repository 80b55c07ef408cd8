/** The scripted model that shows tools without a key: the same words, whoever serves it. */
export { DEMO_MODEL, demoAnswer } from './demo-answer.ts'
export type { Taught } from './talk.ts'
