import type { JsonValue } from '../canonical/json.ts'

/**
 * JSON on one line with the blanks that chat templates put into it: `{"a": [1, 2]}`. For values; `spacedJson` is for
 * text whose numbers must keep their spelling. A string holds no line break of its own, so all of them are layout.
 */
export function lineJson(value: JsonValue): string {
  return JSON.stringify(value, null, 1)
    .replaceAll(/(?<=[{[])\n *|\n *(?=[}\]])/g, '')
    .replaceAll(/\n */g, ' ')
}
