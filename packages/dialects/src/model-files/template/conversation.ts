import type { JsonObject, JsonValue } from '../../canonical/json.ts'
import type { ToolSpec } from '../../canonical/message.ts'
import { functionOf } from '../../shapes/tools/tool-spellings.ts'
import type { Said } from './cases.ts'

/** Templates disagree on what they are given. One way is kept: the first that shows what was said. */
export interface Way {
  readonly system: boolean
  readonly empty: '' | null
  readonly objects: boolean
  /** `functions.find_book:0`: some templates write the id and nothing else. */
  readonly namedIds: boolean
}

export const WAYS: readonly Way[] = [true, false].flatMap((objects) =>
  [false, true].flatMap((namedIds) =>
    (['', null] as const).flatMap((empty) => [true, false].map((system) => ({ system, empty, objects, namedIds }))),
  ),
)

/** What stands for the words of a person: it is looked for again in what the template writes. */
export const USER = 'zquser1'
const SYSTEM = 'zqsystem1'

/** Nine letters and digits, as some templates demand. */
export const idAt = (place: number): string => `zqid0000${place + 1}`

export const callId = ({ namedIds }: Way, name: string, place: number): string =>
  namedIds ? `functions.${name}:${place}` : idAt(place)

export function assistant({ text, reasoning, calls = [] }: Said, way: Way): JsonObject {
  return {
    role: 'assistant',
    content: text ?? (calls.length > 0 ? way.empty : ''),
    ...(reasoning !== undefined && { reasoning_content: reasoning, reasoning, thinking: reasoning }),
    ...(calls.length > 0 && {
      tool_calls: calls.map(({ name, input }, place) => ({
        id: callId(way, name, place),
        type: 'function',
        function: { name, arguments: way.objects ? input : JSON.stringify(input) },
      })),
    }),
  }
}

export interface Asked {
  /** What follows the words of the person. */
  readonly turns?: readonly JsonObject[]
  readonly tools: readonly ToolSpec[]
  /** Whether the model is to speak next. */
  readonly prompt?: boolean
}

/** What a template is rendered with. */
export function conversation({ turns = [], tools, prompt = false }: Asked, way: Way, tokens: JsonObject): JsonObject {
  const list: JsonValue = tools.map(functionOf)
  return {
    ...tokens,
    messages: [...(way.system ? [{ role: 'system', content: SYSTEM }] : []), { role: 'user', content: USER }, ...turns],
    ...(list.length > 0 && { tools: list }),
    add_generation_prompt: prompt,
  }
}
