import type { JsonObject } from '../../canonical/json.ts'
import type { ResultsShape } from '../../shapes/shape-dialect.ts'
import { SHOWN_TOOLS } from './cases.ts'
import { assistant, callId } from './conversation.ts'
import { surroundings } from './derive/surround.ts'
import { commonStart, tokensIn } from './overlap.ts'
import type { Voice } from './voice.ts'

const VALUE = 'zqvala'
const RESULTS = ['zqresulta', 'zqresultb']
const CALLS = ['zqfna', 'zqfnb'].map((name) => ({ name, input: { zqkya: VALUE } }))
const NEXT = 'zquser2'

/** How results are written by a template, as far as it shows that. */
export function resultsOf(voice: Voice): { readonly results?: ResultsShape } {
  const one = resultTurn(voice, 1)
  const [first = '', second = ''] = RESULTS
  if (one === undefined) return {}
  const two = resultTurn(voice, 2)
  const isBoth = two?.includes(first) && two.includes(second)
  const between = isBoth && two ? two.slice(two.indexOf(first) + first.length, two.indexOf(second)) : undefined
  const at = one.indexOf(first)
  const around = surroundings(one.slice(0, at), between, one.slice(at + first.length))
  const json = isJson(voice)
  // Each in a turn of the person: they share one.
  const [opened, closed] = personTurn(voice)
  const apart = [opened, closed + opened].includes(around.between) && opened !== '' ? '\n' : around.between
  const [open, close] = json ? [around.call[0].replace(/"$/, ''), around.call[1].replace(/^"/, '')] : around.call
  return {
    results: {
      each: slotted(`${open}$result${close}`),
      ...(apart !== '' && { between: slotted(apart) }),
      ...(around.section.some((mark) => mark !== '') && {
        around: [slotted(around.section[0]), slotted(around.section[1])] as const,
      }),
      ...(json && { as: 'json' as const }),
    },
  }
}

const slotted = (text: string): string =>
  text
    .replaceAll(/"(?:zqid0000\d|functions\.zqfn[ab]:\d)"/g, '$quoted')
    .replaceAll(/zqid0000\d|functions\.zqfn[ab]:\d/g, '$id')
    .replaceAll(/"zqfn[ab]"/g, '$key')
    .replaceAll(/zqfn[ab]/g, '$name')

const result = (voice: Voice, place: number, content: string): JsonObject => {
  const name = CALLS[place]?.name ?? ''
  return { role: 'tool', content, name, tool_call_id: callId(voice.way, name, place) }
}

/** What a template writes between the end of the calls and where the model speaks again, without what begins and ends a turn of the person. */
function resultTurn(voice: Voice, count: number, contents: readonly string[] = RESULTS): string | undefined {
  const called = assistant({ calls: CALLS.slice(0, count) }, voice.way)
  const results = contents.slice(0, count).map((content, place) => result(voice, place, content))
  const behind = voice.rendered({ turns: [called, ...results], tools: SHOWN_TOOLS })
  if (
    behind === undefined ||
    contents.slice(0, count).some((words) => !behind.includes(words) && !behind.includes(JSON.stringify(words).slice(1, -1)))
  )
    return undefined
  const turn = behindCalls(voice, behind, count)
  const [open, close] = personTurn(voice)
  if (open !== '' && turn.startsWith(open))
    return turn.slice(open.length, turn.endsWith(close) ? turn.length - close.length : turn.length)
  return turn.slice(0, turn.length - tail(turn, voice))
}

const behindValue = (text: string): string => text.slice(text.lastIndexOf(VALUE) + VALUE.length)

/** What stands behind the calls and the end of their turn. */
function behindCalls(voice: Voice, text: string, count: number): string {
  const calls = behindValue(voice.spoken({ calls: CALLS.slice(0, count) })?.said ?? '')
  const rest = behindValue(text).slice(commonStart(behindValue(text), calls).length)
  const over = [voice.end, ...voice.ends].find((end) => end !== '' && rest.trimStart().startsWith(end))
  return over === undefined ? rest : rest.trimStart().slice(over.length)
}

/** What the template has begun for the model to speak is no part of the results. */
const tail = (turn: string, { prompt }: Voice): number => {
  const last = tokensIn(turn).at(-1)
  const at = last === undefined ? -1 : turn.lastIndexOf(last)
  return at >= 0 && prompt.endsWith(turn.slice(at)) ? turn.length - at : 0
}

/** What stands around the words of a person. */
function personTurn(voice: Voice): readonly [string, string] {
  const words = assistant({ text: 'zqtext1' }, voice.way)
  const before = voice.rendered({ turns: [words], tools: SHOWN_TOOLS }) ?? ''
  const both = voice.rendered({ turns: [words, { role: 'user', content: NEXT }], tools: SHOWN_TOOLS }) ?? ''
  const at = both.indexOf(NEXT)
  return at < 0 ? ['', ''] : [both.slice(commonStart(both, before).length, at), both.slice(at + NEXT.length)]
}

/** Whether a quote in a result is escaped. */
function isJson(voice: Voice): boolean {
  return resultTurn(voice, 1, ['zq"quote'])?.includes('zq\\"quote') === true
}
