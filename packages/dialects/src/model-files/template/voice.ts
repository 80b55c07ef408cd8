import type { JsonObject } from '../../canonical/json.ts'
import type { ReasoningMarks } from '../../dialect.ts'
import { BudgetError, TemplateError } from '../budget.ts'
import { type Said, SHOWN_TOOLS } from './cases.ts'
import { type Asked, assistant, conversation, USER, WAYS, type Way } from './conversation.ts'
import { commonEnd, commonStart, endToken, withoutPrompt } from './overlap.ts'
import type { Render } from './render.ts'

const TEXT = 'zqtext1'
const THOUGHT = 'zqthink1'
/** What the cases say takes less than half of that in any real template; it is read many times. */
const MOST_TURN = 10_000
const [KEY, VALUE] = ['zqkya', 'zqvala']
const PROBE = { name: 'zqfna', input: { [KEY]: VALUE } }

/** What a model says. */
export interface Spoken {
  readonly answer: string
  /** The same without a thought before it. */
  readonly said: string
  /** Whether it begins inside a thought. */
  readonly startsInReasoning: boolean
}

/** What a model says by its template: the template's text, without what the prompt said before and what ends the turn. */
export class Voice {
  readonly way: Way
  /** What the template writes behind the words of the person, to make the model speak. */
  readonly prompt: string
  /** What it writes behind the words of the model. */
  readonly end: string
  readonly reasoning: ReasoningMarks | undefined
  /** Whether the prompt opens the thought. */
  readonly startsInReasoning: boolean
  readonly #render: Render
  readonly #tokens: JsonObject
  /** The token that ends a turn of words. */
  readonly #wordsOver: string | undefined
  /** What ends a turn of calls, where that is not what ends one of words. */
  readonly #over: string | undefined

  constructor(render: Render, tokens: JsonObject, way: Way) {
    this.#render = render
    this.#tokens = tokens
    this.way = way
    this.prompt = this.rendered({ tools: SHOWN_TOOLS, prompt: true }) ?? ''
    const words = this.#turn({ text: TEXT })
    const behind = (words?.lastIndexOf(TEXT) ?? 0) + TEXT.length
    this.end = words?.slice(behind) ?? ''
    this.#wordsOver = words === undefined ? undefined : endToken(words, behind)
    const call = this.#turn({ calls: [PROBE] }) ?? ''
    this.#over = endToken(call, call.lastIndexOf(VALUE) + VALUE.length)
    this.reasoning = this.#marks()
    const { open = '<think>', close = '</think>' } = this.reasoning ?? {}
    this.startsInReasoning = this.prompt.lastIndexOf(open) > this.prompt.lastIndexOf(close)
  }

  /** The tokens that end a turn. */
  get ends(): readonly string[] {
    return [...new Set([this.#wordsOver, this.#over].flatMap((token) => (token === undefined ? [] : [token])))]
  }

  /** What the template writes behind the words of the person. Undefined: it refuses. */
  rendered(asked: Asked): string | undefined {
    const text = this.whole(asked)
    const at = text?.indexOf(USER) ?? -1
    return at < 0 ? undefined : text?.slice(at + USER.length)
  }

  /** The whole text, for what stands before the words of the person. */
  whole(asked: Asked): string | undefined {
    try {
      return this.#render(conversation(asked, this.way, this.#tokens))
    } catch (error) {
      if (error instanceof TemplateError && !(error instanceof BudgetError)) return undefined
      throw error
    }
  }

  /** The answer in which a model would say this. Undefined: the template refuses, or does not show it. */
  answer(said: Said): string | undefined {
    const turn = this.#turn(said)
    if (turn === undefined) return undefined
    // Some templates go on behind the end of the turn, as if somebody else spoke; some end it before the call.
    const [first] = said.calls ?? []
    const from = first === undefined ? 0 : Math.max(0, turn.indexOf(first.name))
    const ends = this.ends.map((token) => turn.indexOf(token, 1)).filter((at) => at > 0)
    const at = Math.min(...ends)
    if (at < from) return undefined
    return at < turn.length ? turn.slice(0, at) : turn.slice(0, turn.length - commonEnd(turn, this.end).length)
  }

  /** The answer, and what of it stands behind a thought, or behind where one would stand. */
  spoken(said: Said): Spoken | undefined {
    const answer = this.answer(said)
    if (answer === undefined) return undefined
    const { open, close } = this.reasoning ?? { open: '<think>', close: '</think>' }
    const at = answer.indexOf(close)
    const startsInReasoning = at >= 0 && !answer.slice(0, at).includes(open)
    const thought = at >= 0 && (startsInReasoning || answer.trimStart().startsWith(open))
    return { answer, startsInReasoning, said: (thought ? answer.slice(at + close.length) : answer).trimStart() }
  }

  #turn(said: Said): string | undefined {
    const behind = this.rendered({ turns: [assistant(said, this.way)], tools: SHOWN_TOOLS })
    if (behind !== undefined && behind.length > MOST_TURN) throw new BudgetError('It makes a few words into a very long turn.')
    return behind === undefined ? undefined : withoutPrompt(behind.slice(commonStart(behind, this.prompt).length), this.prompt)
  }

  /** Some templates show a thought only before words, others only before a call. */
  #marks(): ReasoningMarks | undefined {
    for (const said of [{ text: TEXT }, { calls: [PROBE] }]) {
      const behind = this.rendered({ turns: [assistant({ ...said, reasoning: THOUGHT }, this.way)], tools: SHOWN_TOOLS }) ?? ''
      const at = behind.indexOf(THOUGHT)
      // A mark stands right before it, with a label at most.
      const open = /(?:<[^<>\s]+>|\[[A-Z_]+\])\s?\w{0,12}\s*$/.exec(behind.slice(0, Math.max(0, at)))?.[0].trim()
      const close = at < 0 ? undefined : /^\s*(<[^<>\s]+>|\[\/?[A-Z_]+\])/.exec(behind.slice(at + THOUGHT.length))?.[1]
      if (open !== undefined && close !== undefined) return { open, close }
    }
    return undefined
  }
}

/** The first way in which a call is shown, one with arguments that are not Python's before others. Undefined: there is none. */
export function findWay(render: Render, tokens: JsonObject): Way | undefined {
  const texts = WAYS.map((way) => [way, probe(render, tokens, way)] as const)
  const shown = texts.filter(([, text]) => [PROBE.name, KEY, VALUE].every((word) => text.includes(word)))
  return (shown.find(([, text]) => !text.includes(`{'${KEY}'`)) ?? shown[0])?.[0]
}

function probe(render: Render, tokens: JsonObject, way: Way): string {
  try {
    return render(conversation({ turns: [assistant({ calls: [PROBE] }, way)], tools: SHOWN_TOOLS }, way, tokens))
  } catch (error) {
    if (error instanceof TemplateError && !(error instanceof BudgetError)) return ''
    throw error
  }
}
