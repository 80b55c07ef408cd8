import { answerQuestions } from '../../parts/worker/answer-questions.ts'
import type { ModuleQuestion } from './ask-compiler.ts'
import { compileModule } from './compile-module.ts'

answerQuestions((question) => {
  // Only our own page asks, by `ask-compiler.ts`.
  const { path, text } = question as ModuleQuestion
  return compileModule(path, text)
})
