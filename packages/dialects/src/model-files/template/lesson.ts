import type { ToolSpec } from '../../canonical/message.ts'
import { TOOL_SPELLINGS } from '../dialect-of-shape.ts'
import type { ToolName, ToolsLesson } from '../shape.ts'
import { SHOWN_TOOLS } from './cases.ts'
import type { Voice } from './voice.ts'

/** What a template says more where there are tools. Undefined: it says more in several places, or nothing. */
export function insertion(voice: Voice, tools: readonly ToolSpec[]): string | undefined {
  const without = voice.whole({ tools: [] })
  const text = voice.whole({ tools })
  if (without === undefined || text === undefined || text.length <= without.length) return undefined
  let start = 0
  while (start < without.length && text[start] === without[start]) start++
  const end = without.length - start
  if (!text.endsWith(without.slice(start))) return undefined
  const inserted = whole(text.slice(0, start), text.slice(start, text.length - end))
  return tools.every(({ name }) => inserted.includes(name)) ? inserted : undefined
}

/** A mark that is cut in two, because the next one begins alike, is put together again: `TOOLS]…[/TOOLS][` → `[TOOLS]…[/TOOLS]`. */
function whole(before: string, inserted: string): string {
  const torn = /[<[][^<>[\]]*$/.exec(inserted)?.[0] ?? ''
  return torn !== '' && before.endsWith(torn) ? torn + inserted.slice(0, inserted.length - torn.length) : inserted
}

/** The same as data, where the list of tools is spelled in a way that is known. */
export function lessonOf(voice: Voice): ToolsLesson | undefined {
  const [first, second] = SHOWN_TOOLS
  if (!first || !second) return undefined
  const [one, two] = [insertion(voice, [first]), insertion(voice, [first, second])]
  if (one === undefined || two === undefined) return undefined
  for (const [name, spell] of Object.entries(TOOL_SPELLINGS)) {
    const at = one.indexOf(spell(first))
    if (at < 0) continue
    const [before, behind] = [one.slice(0, at), one.slice(at + spell(first).length)]
    const list = two.slice(before.length, two.length - behind.length)
    if (!list.startsWith(spell(first)) || !list.endsWith(spell(second))) continue
    // as: the keys of a record of tool names are tool names.
    return {
      before,
      tool: name as ToolName,
      betweenTools: list.slice(spell(first).length, list.length - spell(second).length),
      behind,
    }
  }
  return undefined
}
