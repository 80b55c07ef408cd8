import type { SpokenPart } from '../../canonical/part.ts'
import { USUAL_REASONING } from '../../define-dialect.ts'
import type { Dialect } from '../../dialect.ts'
import type { CaseOutcome } from '../report.ts'
import { faultIn, partsIn } from './judge.ts'
import { PROSE } from './prose-samples.ts'
import type { Sample } from './samples.ts'

/** Reads all that a template can say, whole and cut at every character, and what must not be read as a call. */
export function selfTest(dialect: Dialect, samples: readonly Sample[]): readonly CaseOutcome[] {
  return [
    ...samples.map((sample) => read(dialect, sample)),
    echoed(dialect, samples),
    thought(dialect, samples),
    ...PROSE.map(({ name, text }) => restrained(dialect, name, text)),
    quoted(dialect),
    damaged(dialect, samples),
  ]
}

const passed = (name: string): CaseOutcome => ({ name, outcome: 'passed' })
const failed = (name: string, sentence: string): CaseOutcome => ({ name, outcome: 'failed', sentence })

const callsIn = (parts: readonly SpokenPart[]): number => parts.filter(({ type }) => type === 'tool-call').length

/** Ids are counted, and a cut must not change anything else. */
const isSame = (one: readonly SpokenPart[], other: readonly SpokenPart[]): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

function read(dialect: Dialect, { of, spoken }: Sample): CaseOutcome {
  const { name } = of
  if (spoken === undefined) return { name, outcome: 'skipped', sentence: 'the template does not write it' }
  const whole = partsIn(dialect, spoken.answer, spoken)
  const fault = faultIn(whole, of)
  if (fault?.of === 'form') return failed(name, fault.sentence)
  if (!isSame(whole, partsIn(dialect, spoken.answer, { ...spoken, cut: 1 })))
    return failed(name, 'it is read differently when it comes in pieces')
  return fault ? { name, outcome: 'limit', sentence: fault.sentence } : passed(name)
}

/** What it writes, it reads. Where the template writes only one call, more than one may be beyond it. */
function echoed(dialect: Dialect, samples: readonly Sample[]): CaseOutcome {
  const name = 'what it writes itself'
  let limit: string | undefined
  for (const { of, spoken } of samples) {
    if (of.calls === undefined) continue
    const text = dialect.formatCalls(of.calls.map((call, place) => ({ ...call, id: `call_${place + 1}` })))
    const fault = faultIn(partsIn(dialect, text), { name, calls: of.calls, ...(of.values && { values: true }) })
    if (fault?.of === 'form' && spoken) return failed(name, fault.sentence)
    limit ??= fault?.sentence
  }
  return limit === undefined ? passed(name) : { name, outcome: 'limit', sentence: limit }
}

/** What is only thought of does not run. */
function thought(dialect: Dialect, samples: readonly Sample[]): CaseOutcome {
  const name = 'a call inside a thought'
  const call = samples.find(({ spoken }) => spoken)?.spoken?.said ?? ''
  const [marks] = dialect.reasoning ?? USUAL_REASONING
  if (marks === undefined || marks.calls) return { name, outcome: 'skipped', sentence: 'its thoughts may hold calls' }
  const parts = partsIn(dialect, `${marks.open}\nPerhaps ${call}\n${marks.close}\n\nDone.`)
  return callsIn(parts) === 0 ? passed(name) : failed(name, 'it would run')
}

/** What people write every day is text to the last character. */
function restrained(dialect: Dialect, name: string, text: string): CaseOutcome {
  for (const cut of [undefined, 1]) {
    const parts = partsIn(dialect, text, cut === undefined ? {} : { cut })
    const same = parts.map((part) => (part.type === 'text' ? part.text : '')).join('') === text
    if (!same || parts.some(({ type }) => type !== 'text')) return failed(name, 'it is not read as text')
  }
  return passed(name)
}

/** A value may show a call of the dialect itself, and the openers of others. */
function quoted(dialect: Dialect): CaseOutcome {
  const name = 'a call that is only shown'
  const shown = `${dialect.formatCalls([{ id: 'call_7', name: 'find_book', input: { title: 'Momo' } }])}\n${OPENERS}`
  const call = { name: 'write_file', input: { path: 'a.md', content: `Write:\n${shown}\nThat is all.` } }
  const parts = partsIn(dialect, dialect.formatCalls([{ ...call, id: 'call_1' }]))
  if (parts.some((part) => part.type === 'tool-call' && part.name !== call.name)) return failed(name, 'it would run')
  const fault = faultIn(parts, { name, values: true, calls: [call] })
  return fault ? { name, outcome: 'limit', sentence: fault.sentence } : passed(name)
}

const OPENERS =
  '<tool_call>\n<function=find_book>\n<invoke name="find_book">\n[TOOL_CALLS]\n```json\n{"name": "find_book", "arguments": {}}\n```'

/** So many texts with a character lost or doubled. */
const DAMAGED = 48

/** No damage makes the reader throw, or read differently in pieces. */
function damaged(dialect: Dialect, samples: readonly Sample[]): CaseOutcome {
  const name = 'damaged answers'
  const answers = samples.flatMap(({ spoken }) => (spoken ? [spoken.answer] : []))
  try {
    for (let place = 0; place < DAMAGED && answers.length > 0; place++) {
      const answer = answers[place % answers.length] ?? ''
      const at = (place * 37) % Math.max(1, answer.length)
      const text =
        place % 2 === 0 ? answer.slice(0, at) + answer.slice(at + 1) : answer.slice(0, at) + answer.slice(Math.max(0, at - 1))
      if (!isSame(partsIn(dialect, text), partsIn(dialect, text, { cut: 1 })))
        return failed(name, 'one is read differently when it comes in pieces')
    }
    return passed(name)
  } catch (error) {
    return failed(name, `one makes the reader fail: ${String(error).slice(0, 80)}`)
  }
}
