import type { Effect, GrantScope } from '@parley/browser'
import type { Words } from '../../language/words.tsx'

type FileKind = 'read-files' | 'write-files' | 'delete-files'
type Tense = 'now' | 'done'

const FILE_KINDS: readonly FileKind[] = ['read-files', 'write-files', 'delete-files']
const MOST_PATHS = 3

const pathsOf = (effects: readonly Effect[], kind: FileKind): readonly string[] => [
  ...new Set(effects.flatMap((effect) => (effect.kind === kind ? effect.path : []))),
]

/** Everything below the root: not a path that somebody named, but the file system as a whole. */
const isEverything = (path: string) => path === '/' || path === '/**'

function named(kind: FileKind, tense: Tense, paths: readonly string[], words: Words): string {
  const { verb, more } = words.effect
  const list = paths
    .slice(0, MOST_PATHS)
    .map((path) => (isEverything(path) ? words.effect.allFiles : path))
    .join(words.effect.comma)
  return verb[kind][tense]({ paths: paths.length > MOST_PATHS ? more({ list, count: paths.length - MOST_PATHS }) : list })
}

/**
 * What is known before a call runs: `reads /sales.csv · may write · no network`. Of a program that is handed the files, only what it
 * names is said to happen; the rest may.
 */
export function knownBefore(effects: readonly Effect[], mentions: readonly Effect[], words: Words): readonly string[] {
  const has = (kind: Effect['kind']) => effects.some((effect) => effect.kind === kind)
  if (has('unknown')) return [words.effect.anything]
  const remote = effects.flatMap((effect) =>
    effect.kind === 'remote' ? words.effect.remote[effect.does]({ server: effect.server }) : [],
  )
  if (remote.length > 0) return remote
  const phrases: string[] = effects.flatMap((effect) => (effect.kind === 'own' ? words.said(effect.says) : []))
  for (const kind of FILE_KINDS) {
    const declared = pathsOf(effects, kind)
    const open = declared.some(isEverything) && has('run-code')
    const paths = open ? pathsOf(mentions, kind) : declared
    if (paths.length > 0) phrases.push(named(kind, 'now', paths, words))
    else if (open) phrases.push(words.effect.verb[kind].may)
  }
  if (has('run-code') && phrases.length === 0) phrases.push(words.effect.noFiles)
  const hosts = effects.flatMap((effect) => (effect.kind === 'network' ? effect.host : []))
  if (hosts.length > 0) phrases.push(words.effect.reaches({ hosts: hosts.join(words.effect.comma) }))
  // How a page does what only it knows of is not promised.
  else if (!has('own') && (has('run-code') || phrases.length > 0)) phrases.push(words.effect.noNetwork)
  return phrases
}

/** What a call did: `deleted /src/App.tsx`. */
export function knownAfter(did: readonly Effect[], words: Words): readonly string[] {
  const phrases = FILE_KINDS.toReversed().flatMap((kind) => {
    const paths = pathsOf(did, kind)
    return paths.length === 0 ? [] : [named(kind, 'done', paths, words)]
  })
  phrases.push(...did.flatMap((effect) => (effect.kind === 'own' && effect.done !== undefined ? words.said(effect.done) : [])))
  return did.some((effect) => effect.kind === 'unknown') ? [...phrases, words.effect.andMore] : phrases
}

/** What a grant reaches, in words. */
export function reachWords(scope: GrantScope, words: Words): string {
  if (scope.kind === 'call') return words.effect.thisCall
  const phrases = knownBefore(scope.effects, [], words)
  return phrases.length === 0 ? words.effect.nothing : phrases.join(' · ')
}

/** What is stored, exactly: `read_file(read-files /src/**)`. */
export function scopeText({ tool, scope }: { readonly tool: string; readonly scope: GrantScope }): string {
  if (scope.kind === 'call') return `${tool}#${scope.hash.slice(0, 12)}`
  const each = scope.effects.map((effect) => {
    if ('path' in effect) return `${effect.kind} ${effect.path}`
    if (effect.kind === 'own')
      return [effect.kind, effect.name, ...(effect.target === undefined ? [] : [effect.target])].join(' ')
    if ('does' in effect) return `${effect.kind} ${effect.server} ${effect.does}`
    return 'host' in effect ? `${effect.kind} ${effect.host}` : effect.kind
  })
  return `${tool}(${each.join(', ')})`
}
