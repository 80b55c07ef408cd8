import type { Dialect } from '../../dialect.ts'
import type { Case } from './cases.ts'
import { idAt } from './conversation.ts'
import { type Fault, faultIn, partsIn } from './judge.ts'
import type { Sample } from './samples.ts'

/** How well a dialect that is known fits a template. */
export interface Likeness {
  readonly dialect: Dialect
  /** The cases that it reads wrongly, with what is wrong. */
  readonly faults: ReadonlyMap<string, Fault>
  /** Cases that it writes as the template does, but for white space and ids. */
  readonly written: number
  /** Those that it writes so to the last blank. */
  readonly exact: number
  /** Marks of it that the template does not know. */
  readonly foreign: number
}

/** The dialects that are known, most alike first. */
export function likenesses(samples: readonly Sample[], known: readonly Dialect[], source: string): readonly Likeness[] {
  return known
    .map((dialect) => ({
      dialect,
      faults: faultsOf(dialect, samples),
      written: alike(dialect, samples, isAlike),
      exact: alike(dialect, samples, isExact),
      foreign: marksOf(dialect).filter((mark) => !source.includes(mark)).length,
    }))
    .toSorted((one, other) => score(other) - score(one))
}

const formFaults = ({ faults }: Likeness): number => [...faults.values()].filter(({ of }) => of === 'form').length

/** Reading counts first, then writing, then values. */
const score = (like: Likeness): number =>
  -1e6 * formFaults(like) + 1e4 * like.written + 1e3 * like.exact - 100 * like.faults.size - like.foreign

const marksOf = ({ markup, frames = [] }: Dialect): readonly string[] =>
  [...markup, ...frames].flatMap((mark) => (typeof mark === 'string' ? [mark] : []))

export const readsAll = (like: Likeness): boolean => formFaults(like) === 0

/** Whether it reads at least one of the calls that the template shows. */
export const readsAny = ({ faults }: Likeness, samples: readonly Sample[]): boolean =>
  samples.some(({ of, spoken }) => spoken && of.calls && !faults.has(of.name))

/** Whether it writes calls whose values are nothing special as the template does. */
export const writesForms = (dialect: Dialect, samples: readonly Sample[]): boolean =>
  samples.every(
    ({ of, spoken }) => !spoken || !onlyCalls(of) || of.values || isTwo(of) || isAlike(written(dialect, of), spoken.said),
  )

/** What stands between two calls is nobody's mark. */
const isTwo = ({ calls = [] }: Case): boolean => calls.length > 1

/** Whether the template's calls begin with a mark of the dialect: JSON alone may be anybody's. */
export const isMarkedIn = ({ openers = [] }: Dialect, samples: readonly Sample[]): boolean =>
  samples.some(
    ({ of, spoken }) => spoken && onlyCalls(of) && openers.some((mark) => mark.length > 2 && spoken.said.includes(mark)),
  )

function faultsOf(dialect: Dialect, samples: readonly Sample[]): ReadonlyMap<string, Fault> {
  const faults = new Map<string, Fault>()
  for (const { of, spoken } of samples) {
    const fault = spoken && faultIn(partsIn(dialect, spoken.answer, spoken), of)
    if (fault) faults.set(of.name, fault)
    // Most dialects do not know the first call, and need not be asked further.
    if (fault?.of === 'form' && faults.size === 1 && of === samples[0]?.of)
      return new Map(samples.map((one) => [one.of.name, fault]))
  }
  return faults
}

/** How many of the cases that hold nothing but calls are written as the template writes them. */
const alike = (dialect: Dialect, samples: readonly Sample[], isSame: (one: string, other: string) => boolean): number =>
  samples.filter(({ of, spoken }) => spoken && onlyCalls(of) && isSame(written(dialect, of), spoken.said)).length

const onlyCalls = ({ text, reasoning, calls = [] }: Case): boolean =>
  text === undefined && reasoning === undefined && calls.length > 0

const written = (dialect: Dialect, { calls = [] }: Case): string =>
  dialect.formatCalls(calls.map((call, place) => ({ ...call, id: idAt(place) })))

const withoutIds = (text: string): string => text.replaceAll(/zqid0000\d|functions\.\w+:\d/g, '').trim()

const isExact = (one: string, other: string): boolean => withoutIds(one) === withoutIds(other)

/** But for white space and ids. */
const isAlike = (one: string, other: string): boolean =>
  withoutIds(one).replaceAll(/\s/g, '') === withoutIds(other).replaceAll(/\s/g, '')
