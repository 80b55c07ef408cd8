import type { ToolSpec } from '@parley/dialects'
import { catalog } from './dialect-catalog.ts'

/** One correct call in each dialect, to begin with. */
export function examples(
  tools: readonly ToolSpec[],
): readonly { readonly id: string; readonly title: string; readonly text: string }[] {
  const call = { id: 'call_1', name: tools[0]?.name ?? 'get_weather', input: { code: '1 + 1' } }
  return catalog.map((dialect) => ({ id: dialect.id, title: dialect.title, text: dialect.formatCalls([call]) }))
}
