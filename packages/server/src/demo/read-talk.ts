import { type ChatRequest, type Dialect, plainText, readAnswer, type ToolSpec } from '@parley/dialects'
import { readResults } from '../spoken-results/read-results.ts'
import type { Step, StepResult, Talk } from './talk.ts'

export interface Taught {
  readonly dialect: Dialect
  readonly tools: readonly ToolSpec[]
}

/** A question that the demo knows is short; its patterns are not made for whole books. */
const LONGEST = 4000

/** The conversation as the demo sees it: the last question, and what it has done about it since. */
export function readTalk(request: ChatRequest, taught: Taught | undefined): Talk {
  let question = ''
  let steps: Step[] = []
  const answered = (result: StepResult) => {
    const open = steps.findIndex((step) => step.result === undefined)
    const step = steps[open]
    if (step) steps[open] = { ...step, result }
  }
  for (const message of request.messages) {
    if (message.role === 'assistant') {
      const said = message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
      for (const part of [...message.parts, ...spokenCalls(said, taught)]) {
        if (part.type === 'tool-call') steps.push({ name: part.name, input: part.input })
      }
    } else if (message.role === 'tool') {
      for (const part of message.parts) answered(judged({ outcome: part.outcome, text: plainText(part) }))
    } else if (message.role === 'user') {
      const said = message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
      const awaited = steps.filter((step) => step.result === undefined).length
      const spoken = taught && readResults(taught.dialect, said, awaited)
      for (const result of spoken?.results ?? []) answered(judged(result))
      if (spoken && spoken.rest === '') continue
      question = spoken?.rest ?? said
      steps = []
    }
  }
  const tools = new Set([...(request.tools ?? []), ...(taught?.tools ?? [])].map(({ name }) => name))
  return { question: question.slice(0, LONGEST), language: /\p{Script=Han}/u.test(question) ? 'zh' : 'en', steps, tools }
}

function spokenCalls(said: string, taught: Taught | undefined) {
  return taught ? readAnswer(said, { dialect: taught.dialect, tools: taught.tools, reasoning: false }) : []
}

/** Where the wire says nothing of success, the words must do. */
function judged(result: StepResult): StepResult {
  if (result.outcome !== 'ok') return result
  if (/^\W*(the (user|person) )?(declined|denied|rejected|did not allow|said no)|^\W*(用户)?(拒绝|未允许)/i.test(result.text))
    return { ...result, outcome: 'denied' }
  if (/^\W*(\w*error|failed|failure)\b|^\W*(错误|失败)/i.test(result.text)) return { ...result, outcome: 'error' }
  return /^\W*(the call was )?(cancelled|stopped)|^\W*已取消/i.test(result.text) ? { ...result, outcome: 'cancelled' } : result
}
