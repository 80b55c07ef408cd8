import { type AssistantMessage, type JsonValue, problemOf, type SpokenPart } from '@parley/dialects'
import { say } from '../words/threads.ts'

/** No tool takes arguments of this depth, and beyond some thousand every step that walks over them would fail. */
const MAX_DEPTH = 100
const TOO_DEEP = say('call.too-deep', { most: MAX_DEPTH })

/** An answer in which every call can be hashed, kept and sent. A call that cannot is one that could not be read. */
export function limitDepth(message: AssistantMessage): AssistantMessage {
  const parts = message.parts.map(limitPart)
  return parts.every((part, index) => part === message.parts[index]) ? message : { ...message, parts }
}

function limitPart(part: SpokenPart): SpokenPart {
  if (part.type === 'tool-call' && isDeeper(part.input, MAX_DEPTH)) {
    const { id, name, source = '', dialect } = part
    return { type: 'broken-call', id, name, source, ...problemOf(TOO_DEEP), ...(dialect !== undefined && { dialect }) }
  }
  if (part.type === 'broken-call' && part.offer && isDeeper(part.offer.input, MAX_DEPTH)) {
    const { offer: _offer, ...rest } = part
    return rest
  }
  return part
}

/** Level by level instead of by recursion: the depth is what is hostile here. */
function isDeeper(value: JsonValue, limit: number): boolean {
  let level: readonly JsonValue[] = [value]
  for (let depth = 0; depth <= limit; depth++) {
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []))
    if (level.length === 0) return false
  }
  return true
}
