import { baseOf, folderPattern, matchesBelow, matchesPath } from '../files/path-pattern.ts'
import type { Effect } from '../tools/tool.ts'
import { coversCall, type Grant } from './grants.ts'
import type { CallQuestion, Mode, Opinion, Rule } from './verdict.ts'

/** Which paths belong to the thread. */
export interface Place {
  readonly workspace: readonly string[]
  readonly outside: readonly string[]
}

type Ask = Extract<Opinion, { kind: 'ask' }>

const isWithin = (path: string, { workspace, outside }: Place) =>
  workspace.some((pattern) => matchesPath(pattern, path)) && !outside.some((pattern) => matchesPath(pattern, path))

const READING: ReadonlySet<Effect['kind']> = new Set(['read-files', 'ask-person'])

const onlyReads = (effect: Effect) => (effect.kind === 'own' ? effect.does === 'read' : READING.has(effect.kind))

export const planIsReadOnly: Rule = ({ mode, effects }) => {
  if (mode !== 'plan' || effects.every(onlyReads)) return undefined
  return {
    kind: 'deny',
    rule: 'mode-plan',
    author: 'you',
    reason: 'This conversation is set to planning, which is read only.',
    yields: true,
  }
}

/** What would be done outside of the copy is not done, even where a grant allows it: a rehearsal can be let go without a trace. */
export const rehearsalStaysInside: Rule = ({ mode, effects }) => {
  if (mode !== 'rehearse' || effects.every(isInside)) return undefined
  return {
    kind: 'deny',
    rule: 'not-in-rehearsal',
    author: 'you',
    reason: 'This is a rehearsal on a copy of the files, and the call would reach beyond it.',
    yields: true,
  }
}

/** Whether it leaves everything but the copy as it is. Whatever nobody knows does not. */
function isInside(effect: Effect): boolean {
  switch (effect.kind) {
    case 'run-code':
    case 'read-files':
    case 'write-files':
    case 'delete-files':
    case 'ask-person':
      return true
    case 'remote':
    case 'own':
      return effect.does === 'read'
    default:
      effect satisfies Extract<Effect, { kind: 'network' | 'unknown' }>
      return false
  }
}

/** `count` equal calls may run in a row; the next one asks, and no grant spares that question. */
export function repeatedCall(count: number): Rule {
  return ({ repeats }) =>
    repeats < count
      ? undefined
      : {
          kind: 'ask',
          firm: true,
          rule: 'repeated',
          author: 'parley',
          reason: `The same call was made ${repeats} times in a row.`,
        }
}

export function deletesOutside(place: Place): Rule {
  return ({ effects, mode }) =>
    mode !== 'rehearse' && effects.some((effect) => effect.kind === 'delete-files' && !isWithin(effect.path, place))
      ? {
          kind: 'ask',
          firm: true,
          rule: 'delete-outside',
          author: 'parley',
          reason: 'It deletes outside the workspace, which always asks.',
        }
      : undefined
}

/** Refuses to touch matching paths in any of the given ways, what lies in them, and what would take them along. */
export function denyPaths(patterns: readonly string[], kinds: readonly Effect['kind'][], author: 'you' | 'page'): Rule {
  return ({ effects }) => {
    for (const effect of effects) {
      const reason = kinds.includes(effect.kind) ? whyLocked(effect, patterns) : undefined
      if (reason !== undefined) return { kind: 'deny', rule: 'locked-path', author, reason }
    }
    return undefined
  }
}

function whyLocked(effect: Effect, patterns: readonly string[]): string | undefined {
  if (!('path' in effect)) return undefined
  const { path } = effect
  const folders = foldersAbove(path)
  for (const pattern of patterns) {
    if (matchesPath(pattern, path)) return `${path} is locked.`
    const above = folders.find((folder) => matchesPath(pattern, folder))
    if (above !== undefined) return `${path} lies in ${above}, which is locked.`
    if ('whole' in effect && effect.whole && matchesBelow(pattern, path))
      return `${path} holds ${pattern.replace(/\/\*\*$/, '')}, which is locked. Ask the user to unlock it, or leave the folder as it is.`
  }
  return undefined
}

/** `/a/b/c` → `/a`, `/a/b`. */
function foldersAbove(path: string): readonly string[] {
  const names = path.split('/').slice(1, -1)
  return names.map((_, index) => `/${names.slice(0, index + 1).join('/')}`)
}

/** A backend's word about its own tool: some always need a person. */
export function alwaysAsk(names: readonly string[], author: 'page' | 'server'): Rule {
  return ({ call }) =>
    names.includes(call.name)
      ? { kind: 'ask', firm: true, rule: 'always-asks', author, reason: `${call.name} asks every time.` }
      : undefined
}

/** What the server asks about its own tool is asked, unless the user allowed it for the rest of the program. */
export const serverAsks: Rule = (question) => {
  const { server, grants } = question
  if (server?.kind === 'away')
    return {
      kind: 'ask',
      firm: true,
      rule: 'server-away',
      author: 'server',
      reason: 'The server cannot be asked about this call now.',
    }
  if (server?.asks === undefined || grants.some((grant) => grant.parent !== undefined && coversCall(grant, question)))
    return undefined
  return { kind: 'ask', rule: SERVER_SAYS, author: 'server', reason: server.asks }
}

/** Words of the server's own, shown as they are. */
export const SERVER_SAYS = 'server-says'

/** What the server would run at once when a model asks for it, it runs at once for a program. */
export const serverAllows: Rule = ({ server }) =>
  server?.kind === 'judged' && server.asks === undefined
    ? { kind: 'allow', rule: 'server-tool', author: 'server', reason: 'The server runs this tool without a question.' }
    : undefined

/** What the user allowed. A grant that was given in the workspace does not reach beyond it, however wide its pattern. */
export function granted(place: Place): Rule {
  return (question) => {
    const grant = question.grants.find((candidate) => coversCall(candidate, question) && staysInPlace(candidate, question, place))
    return grant && { kind: 'allow', rule: 'granted', author: 'you', reason: 'You allowed this.', grantId: grant.id }
  }
}

function staysInPlace({ scope }: Grant, { effects }: CallQuestion, place: Place): boolean {
  if (scope.kind === 'call') return true
  const givenOutside = scope.effects.some((shown) => 'path' in shown && !isWithin(baseOf(shown.path), place))
  return givenOutside || effects.every((effect) => !('path' in effect) || isWithin(effect.path, place))
}

/** What the mode lets run without a question. A call runs only when each of its effects may. */
export function modeAllows(place: Place): Rule {
  return ({ mode, effects, fingerprint }) => {
    if (fingerprint === undefined || !effects.every((effect) => isAutomatic(effect, mode, place))) return undefined
    if (effects.length === 0 && mode === 'ask') return undefined
    return { kind: 'allow', rule: `mode-${mode}`, author: 'you', reason: 'The mode of this conversation lets it run.' }
  }
}

function isAutomatic(effect: Effect, mode: Mode, place: Place): boolean {
  switch (effect.kind) {
    case 'ask-person':
      return true
    case 'read-files':
      return mode !== 'ask' && isWithin(effect.path, place)
    case 'write-files':
      return (mode === 'auto' && isWithin(effect.path, place)) || isRehearsed(effect, mode)
    case 'run-code':
      return mode === 'auto' || mode === 'rehearse'
    case 'own':
      return effect.does === 'read' && (mode === 'auto-read' || mode === 'auto')
    case 'delete-files':
      return isRehearsed(effect, mode)
    case 'network':
    case 'remote':
    case 'unknown':
      return false
    default:
      // Whatever a page invents besides is unknown, and unknown is dangerous.
      effect satisfies never
      return false
  }
}

/** The copy has everything that the thread sees, also what lies beside its workspace. */
const isRehearsed = ({ path }: { readonly path: string }, mode: Mode): boolean => mode === 'rehearse' && matchesPath('/**', path)

const REASONS = {
  unknown: 'Nobody said what this tool touches, so it may do anything.',
  'remote-destroy': 'Its server says that it may destroy something.',
  'remote-write': 'Its server says that it changes something.',
  'remote-read': 'Its server says that it only reads.',
  'own-destroy': 'This page says that it may destroy something.',
  'own-write': 'This page says that it changes something.',
  'own-read': 'This page says that it only reads.',
  network: 'It reaches the network.',
  'delete-files': 'It deletes files.',
  'write-files': 'It changes files.',
  'run-code': 'It runs code.',
  'read-files': 'It reads files.',
  'ask-person': 'It asks you for something.',
} as const
type Gravity = keyof typeof REASONS
const GRAVEST: readonly Gravity[] = [
  'unknown',
  'remote-destroy',
  'own-destroy',
  'remote-write',
  'own-write',
  'network',
  'delete-files',
  'write-files',
  'run-code',
  'remote-read',
  'own-read',
  'read-files',
  'ask-person',
]
const gravityOf = (effect: Effect): Gravity => ('does' in effect ? `${effect.kind}-${effect.does}` : effect.kind)

/** A program is handed the files as a whole; which of them it touches shows only when it runs. */
const CODE_WITH_FILES = { rule: 'asks-code-files', reason: 'It runs code that may read, change and delete files.' }

function whyAsked(effects: readonly Effect[]): { readonly rule: string; readonly reason: string } {
  const has = (gravity: Gravity) => effects.some((effect) => gravityOf(effect) === gravity)
  const gravest = GRAVEST.find(has)
  if (gravest === undefined) return { rule: 'asks-any', reason: 'Every call asks in this mode.' }
  if (has('run-code') && (gravest === 'delete-files' || gravest === 'write-files')) return CODE_WITH_FILES
  return { rule: `asks-${gravest}`, reason: REASONS[gravest] }
}

/** The question that remains when no rule has an opinion, with the gravest effect as its reason. */
export function askByMode(place: Place): (question: CallQuestion) => Ask {
  return ({ call, mode, effects }) => {
    const ask: Ask = { kind: 'ask', author: 'parley', ...whyAsked(effects) }
    const worth = readingWorth(effects, mode, place)
    return worth
      ? { ...ask, suggested: { tool: call.name, scope: { kind: 'effects', effects: worth }, lifetime: 'thread' } }
      : ask
  }
}

/** What a call reads, as far as that is worth a yes for the whole thread. */
function readingWorth(effects: readonly Effect[], mode: Mode, place: Place): readonly Effect[] | undefined {
  if (effects.length > 0 && effects.every((effect) => gravityOf(effect) === 'remote-read'))
    return mode === 'auto' || mode === 'auto-read' ? effects : undefined
  const isReading = effects.every((effect) => effect.kind === 'read-files')
  const path = isReading ? readingPattern(effects, mode, place) : undefined
  return path === undefined ? undefined : [{ kind: 'read-files', path }]
}

/** Reading in the workspace is worth a yes for the whole thread; in auto mode, reading elsewhere is worth one for the folder. */
function readingPattern(effects: readonly Effect[], mode: Mode, place: Place): string | undefined {
  const paths = effects.flatMap((effect) => ('path' in effect ? effect.path : []))
  const [path] = paths
  if (path === undefined) return undefined
  if (paths.every((each) => isWithin(each, place))) return place.workspace.find((pattern) => matchesPath(pattern, path))
  return mode === 'auto' && paths.length === 1 ? folderPattern(path) : undefined
}
