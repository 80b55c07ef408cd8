import type { ToolSpec } from '../../canonical/message.ts'
import { TOOL_SPELLINGS } from '../dialect-of-shape.ts'
import type { ToolName, ToolsLesson } from '../shape.ts'
import { SHOWN_TOOLS } from './cases.ts'
import type { Voice } from './voice.ts'

/** What a template says more where there are tools. Undefined: it says more in several places, or nothing. */
export function insertion(voice: Voice, tools: readonly ToolSpec[], openers: readonly string[] = []): string | undefined {
  const without = voice.whole({ tools: [] })
  // It says how to call also where there is nothing to call: what it says more is the list alone.
  if (openers.some((mark) => without?.includes(mark))) return undefined
  const text = voice.whole({ tools })
  if (without === undefined || text === undefined || text.length <= without.length) return undefined
  let start = 0
  while (start < without.length && text[start] === without[start]) start++
  const end = without.length - start
  if (!text.endsWith(without.slice(start))) return undefined
  const inserted = whole(text.slice(0, start), text.slice(start, text.length - end))
  return tools.every(({ name }) => inserted.includes(name)) ? inserted : undefined
}

/** What stands before it may end as it does: then it begins with the mark it seems to end with. `TOOLS]…[/TOOLS][` → `[TOOLS]…[/TOOLS]`. */
function whole(before: string, inserted: string): string {
  let length = 0
  while (length < Math.min(before.length, inserted.length) && before.at(-1 - length) === inserted.at(-1 - length)) length++
  const shared = inserted.slice(inserted.length - length)
  const start = shared.search(/[<[]/)
  const mark = start < 0 ? '' : shared.slice(start)
  return mark + inserted.slice(0, inserted.length - mark.length)
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
