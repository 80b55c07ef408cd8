import { checkCall, type Dialect, type JsonObject, type SpokenPart, type ToolCall } from '@parley/dialects'
import type { RawAnswer, Verdict } from './card.ts'
import { type Case, type ExpectedCall, TOOLS } from './cases.ts'
import { type Finding, type FindingId, finding, mended } from './finding.ts'

interface Judged {
  readonly asked: Case
  readonly parts: readonly SpokenPart[]
  readonly end: RawAnswer['end']
  /** Absent: natively. */
  readonly dialect: Dialect | undefined
  /** The dialect in which it wrote a call that was not read. Absent: there is none. */
  readonly written: string | undefined
}

/** A verdict with words. */
export interface Judgement {
  readonly right: Verdict['right']
  readonly found: readonly Finding[]
}

/** What is right in an answer, and what is not: by what our readers made of it. */
export function judge(judged: Judged): Judgement {
  const { end, asked } = judged
  if (end === 'refused' || end === 'slow' || end === 'unreachable') return { right: 'failed', found: [finding(end)] }
  return asked.calls.length > 0 ? judgeCalls(judged) : judgeWords(judged)
}

export const verdictOf = ({ right, found }: Judgement): Verdict => ({ right, found: found.map(({ id }) => id) })

function judgeCalls({ asked, parts, end, dialect, written }: Judged): Judgement {
  const calls = callsIn(parts).map((call) => checkCall(call, TOOLS).call)
  const met = asked.calls.filter((expected) => calls.some((call) => isSame(call, expected)))
  const strange = calls.filter((call) => !asked.calls.some((expected) => isSame(call, expected)))
  const broken = brokenIn(parts)
  const found: FindingId[] = []
  if (calls.length === 0) found.push(whyNone(parts, end, written))
  else if (broken.length > 0) found.push('unreadable')
  if (strange.length > 0) found.push(asked.otherwise)
  if (met.length > 0 && met.length < asked.calls.length) found.push('too-few')
  if (calls.length > asked.calls.length) found.push('too-many')
  if (textIn(parts) !== '' && calls.length > 0) found.push('text-around')
  if (leaksMarks(parts, dialect)) found.push('marks-leak')
  const works = met.length > 0 && broken.length === 0 && strange.length === 0
  const all = [...found.map((id) => finding(id)), ...flawsOf(calls)]
  return { right: works ? (all.length > 0 ? 'flawed' : 'right') : 'wrong', found: all }
}

/** Each mend once, however often it was needed. */
function flawsOf(calls: readonly ToolCall[]): readonly Finding[] {
  const flaws = calls.flatMap((call) => (call.flaws ?? []).map(mended))
  return [...new Map(flaws.map((flaw) => [flaw.id, flaw])).values()]
}

function judgeWords({ asked, parts, end, dialect }: Judged): Judgement {
  const wrong = wrongInWords(asked, parts, end)
  if (wrong) return { right: 'wrong', found: [finding(wrong)] }
  return !asked.shows && leaksMarks(parts, dialect)
    ? { right: 'flawed', found: [finding('marks-leak')] }
    : { right: 'right', found: [] }
}

function wrongInWords(asked: Case, parts: readonly SpokenPart[], end: RawAnswer['end']): FindingId | undefined {
  const offers = parts.some((part) => part.type === 'broken-call' && part.offer !== undefined)
  const text = textIn(parts)
  if (callsIn(parts).length > 0 || (offers && !asked.shows)) return asked.otherwise
  if (brokenIn(parts).length > 0 && !asked.shows) return 'unreadable'
  if (text === '' && !offers) return end === 'length' ? 'cut-off' : 'no-answer'
  return asked.says !== undefined && !text.includes(asked.says) ? 'ignores-result' : undefined
}

function whyNone(parts: readonly SpokenPart[], end: RawAnswer['end'], written: string | undefined): FindingId {
  if (end === 'length') return 'cut-off'
  if (brokenIn(parts).length > 0) return 'unreadable'
  if (parts.some((part) => part.type === 'broken-call')) return 'only-shown'
  return written === undefined ? 'no-call' : 'other-dialect'
}

const callsIn = (parts: readonly SpokenPart[]): readonly ToolCall[] => parts.filter((part) => part.type === 'tool-call')

/** Calls that cannot be read. One that could be taken up by a person can. */
const brokenIn = (parts: readonly SpokenPart[]) => parts.filter((part) => part.type === 'broken-call' && part.offer === undefined)

const textIn = (parts: readonly SpokenPart[]): string =>
  parts
    .map((part) => (part.type === 'text' ? part.text : ''))
    .join('')
    .trim()

/** A shorter mark may stand in any sentence. */
const LEAST_MARK = 4

function leaksMarks(parts: readonly SpokenPart[], dialect: Dialect | undefined): boolean {
  const text = textIn(parts)
  return dialect !== undefined && dialect.markup.some((mark) => mark.trim().length >= LEAST_MARK && text.includes(mark.trim()))
}

function isSame(call: ToolCall, { name, input }: ExpectedCall): boolean {
  const keys = Object.keys(input)
  return (
    call.name === name && Object.keys(call.input).length === keys.length && keys.every((key) => sameText(call.input, input, key))
  )
}

/** White space at either end is how a template lays a value out. */
function sameText(left: JsonObject, right: JsonObject, key: string): boolean {
  const [one, other] = [left, right].map((value) => (Object.hasOwn(value, key) ? value[key] : undefined))
  return typeof one === 'string' && typeof other === 'string' && one.trim().replaceAll('\r\n', '\n') === other.trim()
}
