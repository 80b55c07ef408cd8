import type { CallsShape, Shape } from '../../shape.ts'
import { lessonOf } from '../lesson.ts'
import { tokensIn } from '../overlap.ts'
import { resultsOf } from '../results.ts'
import type { Voice } from '../voice.ts'
import { jsonCallsIn } from './json-calls.ts'
import { namedCallsIn } from './named-calls.ts'
import { probesOf } from './probes.ts'
import { pythonCallsIn, taggedCallsIn } from './tagged-calls.ts'

/** What a template says of its calls. Undefined: they are of no kind that is known here. */
function callsOf(voice: Voice): CallsShape | undefined {
  const probes = probesOf(voice)
  if (probes === undefined || voice.way.namedIds) return undefined
  return jsonCallsIn(probes) ?? namedCallsIn(probes) ?? pythonCallsIn(probes) ?? taggedCallsIn(probes)
}

/** The shape of a template, by what changes in what it writes when what is said changes. */
export function deriveShape(voice: Voice): Shape | undefined {
  const calls = callsOf(voice)
  if (calls === undefined) return undefined
  const { results } = resultsOf(voice)
  const lesson = lessonOf(voice)
  const frames = framesOf(voice)
  return {
    version: 1,
    calls,
    ...(results && { results }),
    ...(lesson && { lesson }),
    ...(voice.reasoning && { reasoning: [voice.reasoning] }),
    ...(voice.startsInReasoning && { startsInReasoning: true }),
    ...(frames.length > 0 && { frames }),
    ...(voice.ends.length > 0 && { ends: voice.ends }),
  }
}

const WORDS = 'zqwords1'

/** What stands before words, thoughts set aside: `<|START_RESPONSE|>`. */
function framesOf(voice: Voice): readonly string[] {
  const said = voice.spoken({ text: WORDS })?.said ?? ''
  const at = said.indexOf(WORDS)
  return at < 0 ? [] : [...new Set([...tokensIn(said.slice(0, at)), ...tokensIn(said.slice(at + WORDS.length))])]
}
