import type { AssistantMessage, JsonValue, SpokenPart } from '@parley/dialects'

/** No tool takes arguments of this depth, and beyond some thousand every step that walks over them would fail. */
const MAX_DEPTH = 100

/** An answer in which every call can be hashed, kept and sent. A call that cannot is one that could not be read. */
export function limitDepth(message: AssistantMessage): AssistantMessage {
  const parts = message.parts.map(limitPart)
  return parts.every((part, index) => part === message.parts[index]) ? message : { ...message, parts }
}

function limitPart(part: SpokenPart): SpokenPart {
  if (part.type === 'tool-call' && isDeeper(part.input, MAX_DEPTH)) {
    const { id, name, source = '', dialect } = part
    const problem = `The arguments are nested more than ${MAX_DEPTH} levels deep.`
    return { type: 'broken-call', id, name, source, problem, ...(dialect !== undefined && { dialect }) }
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
