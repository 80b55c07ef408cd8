import type { JsonObject, JsonValue } from '../canonical/json.ts'
import type { ChatRequest, ToolSpec } from '../canonical/message.ts'
import { type Outcome, plainText, type SpokenCall, type SpokenPart } from '../canonical/part.ts'

type Language = 'en' | 'zh'

/** What a tool answered, as far as the demo can tell. */
interface StepResult {
  readonly outcome: Outcome
  readonly text: string
  readonly value?: JsonValue
}

/** One call the demo made since the question, and its result. */
export interface Step {
  readonly name: string
  readonly input: JsonObject
  readonly result?: StepResult
}

/** All the demo knows when it is its turn. */
export interface Talk {
  readonly question: string
  readonly language: Language
  readonly steps: readonly Step[]
  readonly tools: ReadonlySet<string>
}

/** What the demo says, and the one call it makes. No call: it has finished. */
export interface Move {
  readonly say: string
  readonly call?: { readonly name: string; readonly input: JsonObject }
}

export interface Intent {
  /** The tool of one app that this is about; where it is not offered, the question means something else. Absent: any app. */
  readonly needs?: string
  /** Questions that show it, for the list of what the demo can do. */
  readonly examples: { readonly [Tongue in Language]: string }
  /** A script for this question, or `undefined` when it means something else. */
  match(question: string): Script | undefined
}

/** The next move, given the steps that went well so far and the tools there are. Pure: the same talk gets the same move. */
export type Script = (steps: readonly Step[], say: Say, tools: ReadonlySet<string>) => Move

/** Chooses the sentence in the language of the question. */
export type Say = (english: string, chinese: string) => string

/** The words of a step's result. */
export const answerOf = (step: Step | undefined): string => step?.result?.text.trim() ?? ''

/** A dialect in which the demo reads and writes its calls: it cannot learn one from a prompt. */
export interface Taught {
  readonly tools: readonly ToolSpec[]
  /** The calls in what was said, among its other parts. */
  calls(said: string): readonly SpokenPart[]
  /** The results in what a user said. `awaited`: calls without one. Undefined: there are none. */
  results(said: string, awaited: number): { readonly results: readonly StepResult[]; readonly rest: string } | undefined
  write(say: string, calls: readonly SpokenCall[]): string
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
      for (const part of [...message.parts, ...(taught?.calls(said) ?? [])]) {
        if (part.type === 'tool-call') steps.push({ name: part.name, input: part.input })
      }
    } else if (message.role === 'tool') {
      for (const part of message.parts) answered(judged({ outcome: part.outcome, text: plainText(part) }))
    } else if (message.role === 'user') {
      const said = message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
      const awaited = steps.filter((step) => step.result === undefined).length
      const spoken = taught?.results(said, awaited)
      for (const result of spoken?.results ?? []) answered(judged(result))
      if (spoken && spoken.rest === '') continue
      question = spoken?.rest ?? said
      steps = []
    }
  }
  const tools = new Set([...(request.tools ?? []), ...(taught?.tools ?? [])].map(({ name }) => name))
  return { question: question.slice(0, LONGEST), language: /\p{Script=Han}/u.test(question) ? 'zh' : 'en', steps, tools }
}

/** Where the wire says nothing of success, the words must do. */
function judged(result: StepResult): StepResult {
  if (result.outcome !== 'ok') return result
  if (/^\W*(the (user|person) )?(declined|denied|rejected|did not allow|said no)|^\W*(用户)?(拒绝|未允许)/i.test(result.text))
    return { ...result, outcome: 'denied' }
  if (/^\W*(\w*error|failed|failure)\b|^\W*(错误|失败)/i.test(result.text)) return { ...result, outcome: 'error' }
  return /^\W*(the call was )?(cancelled|stopped)|^\W*已取消/i.test(result.text) ? { ...result, outcome: 'cancelled' } : result
}
