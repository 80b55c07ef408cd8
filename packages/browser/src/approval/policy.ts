import { folderPattern } from '../files/path-pattern.ts'
import type { Effect } from '../tools/tool.ts'
import type { GrantOffer } from './grants.ts'
import {
  askByMode,
  deletesOutside,
  granted,
  modeAllows,
  planIsReadOnly,
  rehearsalStaysInside,
  repeatedCall,
  SERVER_SAYS,
  serverAllows,
  serverAsks,
} from './rules.ts'
import type { CallQuestion, Opinion, Policy, Rule, Verdict } from './verdict.ts'

type Ask = Extract<Opinion, { kind: 'ask' }>

/** The strictest opinion of all the rules decides, and a refusal that yields is less strict than one that does not; among equally strict ones the first. With none, a person does. */
export function policy(rules: readonly Rule[], fallback: (question: CallQuestion) => Ask = () => UNDECIDED): Policy {
  return (question) => {
    let yielding: Opinion | undefined
    let ask: Ask | undefined
    let allow: Opinion | undefined
    for (const rule of rules) {
      const opinion = opinionOf(rule, question)
      if (opinion?.kind === 'deny' && !opinion.yields) return { ...opinion, kind: 'deny' }
      if (opinion?.kind === 'deny') yielding ??= opinion
      else if (opinion?.kind === 'ask') ask ??= opinion
      else allow ??= opinion
    }
    if (yielding !== undefined) return { ...yielding, kind: 'deny' }
    if (ask === undefined && allow !== undefined) return { ...allow, kind: 'allow' }
    return toQuestion(ask ?? fallback(question), question)
  }
}

const UNDECIDED: Ask = {
  kind: 'ask',
  rule: 'no-rule',
  author: 'parley',
  reason: 'No rule speaks about this call, so you decide.',
}
const FAILED: Ask = {
  kind: 'ask',
  firm: true,
  rule: 'rule-failed',
  author: 'parley',
  reason: 'A rule could not be evaluated, so you decide.',
}

function opinionOf(rule: Rule, question: CallQuestion): Opinion | undefined {
  try {
    return rule(question)
  } catch {
    return FAILED
  }
}

function toQuestion({ firm, ...ask }: Ask, question: CallQuestion): Verdict {
  const offers = firm ? [] : offersFor(question)
  // What a server asks about differs from call to call: nobody says yes to it for longer than they watch.
  return { ...ask, offers: ask.rule === SERVER_SAYS ? offers.filter(({ lifetime }) => lifetime === 'program') : offers }
}

export interface HouseOptions {
  /** Patterns of the paths that belong to the thread. Absent: every path. */
  readonly workspace?: readonly string[]
  /** Patterns of paths among them that do not, such as mounted disk folders. */
  readonly outside?: readonly string[]
  /** How many equal calls in a row may run before a person is asked, whatever the mode. Absent: 3. */
  readonly maxRepeats?: number
  /** More rules. They may forbid and ask; what they allow yields to every stricter rule. */
  readonly rules?: readonly Rule[]
}

/** The rules the studio starts with. */
export function housePolicy(options: HouseOptions = {}): Policy {
  const place = { workspace: options.workspace ?? ['/**'], outside: options.outside ?? [] }
  return policy(
    [
      planIsReadOnly,
      rehearsalStaysInside,
      serverAsks,
      repeatedCall(options.maxRepeats ?? 3),
      deletesOutside(place),
      ...(options.rules ?? []),
      granted(place),
      serverAllows,
      modeAllows(place),
    ],
    askByMode(place),
  )
}

/** From narrow to wide: this very call, calls that do no more in its folders, in the rest of a program, the same in every thread. */
function offersFor({ call, hash, effects, fingerprint, parent }: CallQuestion): readonly GrantOffer[] {
  if (fingerprint === undefined) return []
  const tool = call.name
  const reach = { kind: 'effects', effects: distinct(effects.map(inItsFolder)) } as const
  return [
    { tool, scope: { kind: 'call', hash }, lifetime: 'thread' },
    ...(parent === undefined ? [] : [{ tool, scope: reach, lifetime: 'program' } as const]),
    { tool, scope: reach, lifetime: 'thread' },
    { tool, scope: reach, lifetime: 'always' },
  ]
}

const inItsFolder = (effect: Effect): Effect => ('path' in effect ? { ...effect, path: folderPattern(effect.path) } : effect)

function distinct(effects: readonly Effect[]): readonly Effect[] {
  return [...new Map(effects.map((effect) => [JSON.stringify(effect), effect])).values()]
}
