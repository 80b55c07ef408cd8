import { createExaminer, examine } from './examine.ts'
import type { LabQuestion } from './lab-question.ts'

interface Asked {
  readonly id: number
  readonly question: LabQuestion
}

const examiner = createExaminer()

addEventListener('message', ({ data: { id, question } }: MessageEvent<Asked>) => {
  // What cannot be examined is a fault of ours: it is told, and the page lives.
  examine(examiner, question).then(
    (answer) => postMessage({ id, answer }),
    (error: unknown) => postMessage({ id, error: error instanceof Error ? error.message : 'unknown' }),
  )
})
postMessage('ready')
