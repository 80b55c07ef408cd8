import { isJsonObject, type JsonValue, type SpokenPart, type ToolCall, writeExactly } from '@parley/dialects'

/**
 * The calls of an answer, so that two of them can be compared line by line.
 *
 *     write_file
 *       path: "/plan.md"
 *       content:
 *         # Summer
 *         Water the beans.
 */
export function callsText(parts: readonly SpokenPart[]): string {
  return parts
    .flatMap((part) =>
      part.type === 'tool-call' ? `${part.name}\n${inputText(part)}` : part.type === 'broken-call' ? part.source : [],
    )
    .join('\n')
}

const inputText = (call: ToolCall): string =>
  writeExactly(call, (input) =>
    Object.entries(input)
      .map(([name, value]) => `  ${name}:${valueText(value ?? null)}`)
      .join('\n'),
  )

function valueText(value: JsonValue): string {
  if (typeof value === 'string' && value.includes('\n')) return `\n${indented(value)}`
  return Array.isArray(value) || isJsonObject(value)
    ? `\n${indented(JSON.stringify(value, undefined, 2))}`
    : ` ${JSON.stringify(value)}`
}

const indented = (text: string): string => text.replaceAll(/^/gm, '    ')
