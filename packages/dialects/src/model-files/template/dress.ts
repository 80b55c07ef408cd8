import type { ToolSpec } from '../../canonical/message.ts'
import { defineDialect } from '../../define-dialect.ts'
import type { Dialect } from '../../dialect.ts'
import { type ResultsShape, resultMarks, writeResults } from '../../shapes/shape-dialect.ts'
import { choiceLines } from '../../shapes/tools/tool-spellings.ts'
import type { Allowance } from '../budget.ts'
import { isPlainMark } from './check-marks.ts'
import { insertion } from './lesson.ts'
import { resultsOf } from './results.ts'
import type { Voice } from './voice.ts'

/** A dialect that speaks of tools and results as a template does. */
export function dressed(dialect: Dialect, voice: Voice, allowance: Allowance): Dialect {
  const { results } = resultsOf(voice)
  return defineDialect({
    ...dialect,
    ...(results && canWrite(results) && ofResults(dialect, results)),
    instruct: (tools, choice) => {
      const words = lesson(voice, allowance, tools, dialect.openers)
      return words === undefined ? dialect.instruct(tools, choice) : [words, ...choiceLines(choice)].join('\n\n')
    },
  })
}

/** How ids are spelled is the dialect's own business, and marks that anybody writes mark nothing. */
const canWrite = (results: ResultsShape): boolean =>
  !/\$(?:id|quoted|number)/.test(JSON.stringify(results)) && !resultMarks(results).some(isPlainMark)

function ofResults(dialect: Dialect, results: ResultsShape): Partial<Dialect> {
  const marks = resultMarks(results)
  return {
    markup: [...new Set([...dialect.markup, ...marks])],
    stop: [...new Set([...(dialect.stop ?? []), ...marks.slice(0, 1)])],
    formatResults: (given) => writeResults(results, given),
  }
}

/** What the template itself says of the tools. Undefined: it cannot be told apart from the rest. */
function lesson(voice: Voice, allowance: Allowance, tools: readonly ToolSpec[], openers?: readonly string[]): string | undefined {
  allowance.renew()
  return calmly(() => insertion(voice, tools, openers))?.trim()
}

/** Tools may be too much for a template that the cases were not. */
function calmly<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
