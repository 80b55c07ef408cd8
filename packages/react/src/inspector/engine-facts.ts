import { isJsonObject, type JsonObject, ownValue } from '@parley/dialects'
import type { WireExchange } from './use-wire.ts'

/** How an engine answered, as llama.cpp's servers and our own tell it. */
export interface EngineFacts {
  readonly written: number
  readonly writtenPerSecond: number
  /** Tokens that had to be read, and those that were still known from before. */
  readonly read: number
  readonly cached: number
  readonly readPerSecond: number
  /** Whether a grammar, or a schema, held every token. */
  readonly held: boolean
}

/** The fields with which the engines that we know are held to something. */
const HOLDS = ['grammar', 'structured_outputs', 'ebnf', 'guided_json', 'format']

/** Undefined: whoever answered does not tell. */
export function engineFacts({ body, reply }: Pick<WireExchange, 'body' | 'reply'>): EngineFacts | undefined {
  const timings = lastTimings(reply)
  if (!timings) return undefined
  const count = (name: string): number => {
    const value = ownValue(timings, name)
    return typeof value === 'number' ? value : 0
  }
  return {
    written: count('predicted_n'),
    writtenPerSecond: count('predicted_per_second'),
    read: count('prompt_n'),
    cached: count('cache_n'),
    readPerSecond: count('prompt_per_second'),
    held: isHeld(parsed(body)),
  }
}

function lastTimings(reply: string): JsonObject | undefined {
  const line = reply.split('\n').findLast((text) => text.includes('"timings"'))
  const timings = line === undefined ? undefined : ownValue(parsed(line.replace(/^data: ?/, '')), 'timings')
  return isJsonObject(timings) ? timings : undefined
}

function isHeld(body: JsonObject): boolean {
  if (HOLDS.some((name) => ownValue(body, name) !== undefined)) return true
  const format = ownValue(body, 'response_format')
  return isJsonObject(format) && format['type'] !== 'text'
}

/** What is kept of a long answer may end anywhere. */
function parsed(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text)
    return isJsonObject(value) ? value : {}
  } catch {
    return {}
  }
}
