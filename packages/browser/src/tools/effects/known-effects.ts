import type { JsonObject } from '@parley/dialects'
import type { Effect, Tool } from '../tool.ts'

type Kinds = { readonly [Kind in Effect['kind']]: (effect: Extract<Effect, { kind: Kind }>) => boolean }

const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''
const hasPath = ({ path }: { readonly path: string }) => isText(path)
const always = () => true

/** Pages are not all written in TypeScript: what an effect must say to be what it calls itself. */
const KINDS: Kinds = {
  'run-code': always,
  'ask-person': always,
  unknown: always,
  'read-files': hasPath,
  'write-files': hasPath,
  'delete-files': hasPath,
  network: ({ host }) => isText(host),
  remote: ({ server, does }) => isText(server) && isDoing(does),
  own: ({ name, does, says }) => isText(name) && isDoing(does) && isText(typeof says === 'string' ? says : says?.message),
}

const isDoing = (does: unknown): boolean => does === 'read' || does === 'write' || does === 'destroy'

/** What a call would touch, worked out by its tool. Whatever a page made up, or cannot say, may be anything. */
export function effectsBy(tool: Tool, input: JsonObject): readonly Effect[] {
  try {
    return tool.effects(input).map((effect) => (isKnown(effect) ? effect : { kind: 'unknown' }))
  } catch {
    return [{ kind: 'unknown' }]
  }
}

export function isKnown(effect: Effect): boolean {
  // Each kind is looked at by the function of that kind.
  const check = Object.hasOwn(KINDS, effect.kind) ? (KINDS[effect.kind] as (effect: Effect) => boolean) : undefined
  return check?.(effect) === true
}
