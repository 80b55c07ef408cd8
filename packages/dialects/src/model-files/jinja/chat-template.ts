import { parse, tokenize } from '@huggingface/jinja'
import { type Allowance, BudgetError, TemplateError } from '../budget.ts'
import type { Render } from '../template/render.ts'
import type { Node } from './node.ts'
import { Scope } from './scope.ts'
import { Writer } from './statements.ts'
import { Dict, type Given, type Value, valueOf } from './value.ts'

/** No template has such a gap, and the tokenizer takes the square of its length. */
const MOST_SPACE = 1000

/** A chat template, ready to be rendered within what is allowed. */
export function chatTemplate(source: string, allowance: Allowance, clock: Clock = (sign) => DAY.get(sign)): Render {
  if (source.length > allowance.budget.source) throw new BudgetError('It is too long.')
  if (new RegExp(`\\s{${MOST_SPACE}}`).test(source)) throw new BudgetError('It has a gap that is too long.')
  const program = calmly(() => parsed(source))
  return (given) =>
    calmly(() => {
      allowance.begin()
      const scope = globals(allowance, clock)
      for (const [name, value] of Object.entries(given)) scope.set(name, valueOf(value))
      return new Writer(allowance).run(program.type === 'Program' ? program.body : [], scope)
    })
}

/** as: `Node` describes what this version of the parser makes; the package leaves the types out of its door. */
const parsed = (source: string): Node => parse(tokenize(source, { lstrip_blocks: true, trim_blocks: true })) as unknown as Node

function calmly<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof TemplateError) throw error
    if (error instanceof RangeError) throw new BudgetError('It is nested too deeply.')
    throw new TemplateError(`It is not a template that can be read: ${String(error).slice(0, 200)}`)
  }
}

function globals(allowance: Allowance, clock: Clock): Scope {
  const scope = new Scope()
  for (const [name, value] of CONSTANTS) scope.set(name, value)
  scope.set('range', (given: Given) => range(given, allowance))
  scope.set('namespace', ({ positional: [from], named }: Given) => new Dict([...(from instanceof Dict ? from : []), ...named]))
  scope.set('dict', ({ named }: Given) => new Dict(named))
  scope.set('raise_exception', ({ positional: [words] }: Given) => {
    throw new TemplateError(`It refuses: ${String(words).slice(0, 200)}`)
  })
  scope.set('strftime_now', ({ positional: [format] }: Given) => dateIn(String(format), clock))
  return scope
}

const CONSTANTS: readonly (readonly [string, Value])[] = [
  ['true', true],
  ['True', true],
  ['false', false],
  ['False', false],
  ['none', null],
  ['None', null],
]

/** What `strftime` would write for a sign. */
type Clock = (sign: string) => string | undefined

/** There is no clock here: every day is the same one, unless somebody brings one. */
const DAY = new Map([
  ['Y', '2026'],
  ['m', '01'],
  ['d', '02'],
  ['b', 'Jan'],
  ['B', 'January'],
  ['A', 'Friday'],
  ['a', 'Fri'],
  ['H', '12'],
  ['M', '00'],
  ['S', '00'],
])

const dateIn = (format: string, clock: Clock): string =>
  format.slice(0, 100).replaceAll(/%-?([a-zA-Z])/g, (_, sign: string) => clock(sign) ?? '')

function range({ positional }: Given, allowance: Allowance): readonly number[] {
  const [first = 0, second, by = 1] = positional.map(Number)
  const [from, to] = second === undefined ? [0, first] : [first, second]
  const length = Math.max(0, Math.ceil((to - from) / by))
  allowance.list(length)
  return Array.from({ length }, (_, place) => from + place * by)
}
