import { answerQuestions } from '../../parts/worker/answer-questions.ts'
import { createExaminer, examine } from './examine.ts'
import type { LabQuestion } from './lab-question.ts'

const examiner = createExaminer()

// Only our own page asks, by `ask-lab.ts`.
answerQuestions((question) => examine(examiner, question as LabQuestion))
