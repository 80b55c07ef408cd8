import { isJsonObject } from '../../canonical/json.ts'
import type { ToolSpec } from '../../canonical/message.ts'
import { say } from '../../canonical/words.ts'
import type { CallWriter } from '../../engine/call-writer.ts'
import { Damage } from '../../engine/damage.ts'
import { MarkSet } from '../../engine/marks.ts'
import { type Step, UntilMark } from '../../engine/readers.ts'
import { TextPile } from '../../engine/source.ts'
import type { Reading } from '../reading/reading.ts'
import { type Bounds, unreadable } from '../reading/salvage.ts'
import { parseYaml, type YamlNode, yamlJson } from './yaml-subset.ts'

/**
 * Calls as a YAML list between two marks, from behind the first dash:
 *
 *     <tool_calls>
 *     - name: find_book
 *       arguments:
 *         title: Momo
 *     - name: ping
 *     </tool_calls>
 */
export function* readYamlCalls(reading: Reading, { opener, closers, barriers }: Bounds): Step {
  const { source, write } = reading
  const dash = opener.lastIndexOf('-')
  const body = new TextPile(opener.slice(dash))
  const { found } = yield* source.run(new UntilMark(new MarkSet([...closers, ...barriers]), (piece) => body.add(piece)))
  const closed = found !== undefined && closers.includes(found.text)
  if (found && !closed) source.unread(found.text)
  const before = opener.slice(opener.lastIndexOf('\n', dash) + 1, dash)
  const margin = before.trim() === '' ? before : ''
  const items = itemsOf(body.text, margin)
  items.forEach((item, index) => {
    const last = index === items.length - 1
    const text = `${index === 0 ? opener.slice(0, dash) : ''}${item}${last && closed ? found.text : ''}`
    const call = write.call()
    if (last && !closed) return call.broken(text, unreadable(say('call.inside-yaml')))
    endCall(call, { text, yaml: margin + item.trimStart(), tools: reading.tools })
  })
}

/** The list cut before every dash of its own; dashes of what is inside stand further in. */
function itemsOf(list: string, margin: string): readonly string[] {
  return list.split(new RegExp(`(?<=\\n)(?=${margin}-\\s)`))
}

function endCall(
  call: CallWriter,
  { text, yaml, tools }: { readonly text: string; readonly yaml: string; readonly tools: readonly ToolSpec[] },
): void {
  try {
    const [node] = listOf(parseYaml(yaml))
    const name = member(node, 'name')
    if (name === undefined || !('text' in name)) throw new Damage(say('call.tool-missing'))
    call.name(name.text)
    call.input(
      argumentsOf(
        call,
        member(node, 'arguments'),
        tools.find((tool) => tool.name === name.text),
      ),
    )
    call.end(text)
  } catch (error) {
    if (!(error instanceof Damage)) throw error
    call.broken(text, unreadable(error.sentence))
  }
}

const listOf = (node: YamlNode): readonly YamlNode[] => (node.kind === 'list' ? node.items : [])

const member = (node: YamlNode | undefined, key: string): YamlNode | undefined =>
  node?.kind === 'map' ? node.entries.find(([name]) => name === key)?.[1] : undefined

/** A mapping, or an object on one line. */
function argumentsOf(call: CallWriter, node: YamlNode | undefined, tool: ToolSpec | undefined): string {
  if (node === undefined || ('text' in node && node.text.trim() === '')) return '{}'
  const json = yamlJson(node, { ...tool?.parameters, type: 'object' })
  if (json.startsWith('{')) return json
  const mended = 'text' in node ? call.mend(node.text) : undefined
  if (!isJsonObject(mended?.value)) throw new Damage(say('call.no-mapping'))
  return mended.text
}
