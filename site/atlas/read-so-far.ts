import { createParser, type PartEvent, type ToolSpec } from '@parley/dialects'
import { essence } from '../../packages/dialects/src/testing/fixture-page.ts'
import { fixtureTools } from '../../packages/dialects/src/testing/fixture-tools.ts'
import { type Shown, shown } from './shown.ts'

interface Reading {
  readonly dialect: string
  readonly text: string
  /** Whether the model has said all it will say. */
  readonly ended: boolean
  /** Absent: those of every page. */
  readonly tools?: readonly ToolSpec[] | undefined
  readonly options?: Partial<Parameters<typeof createParser>[0]> | undefined
}

/** Reads what has arrived, piece by piece, as it would have come from a model. */
export function readSoFar({ dialect, text, ended, tools = fixtureTools, options }: Reading): readonly Shown[] {
  const parser = createParser({ dialect, tools, ...options })
  const pieces = text.match(/[\s\S]{1,4}/gu) ?? []
  const events = pieces.flatMap((piece) => parser.push(piece))
  return collect(ended ? [...events, ...parser.end()] : events)
}

function collect(events: readonly PartEvent[]): readonly Shown[] {
  const parts = new Map<number, Shown>()
  for (const event of events) {
    const before = parts.get(event.part)
    if (event.type === 'part-start') parts.set(event.part, begun(event))
    else if (event.type === 'part-end') parts.set(event.part, shown(essence(event.value, { problem: '' })))
    else if (before) parts.set(event.part, { ...before, text: before.text + event.text })
  }
  return [...parts.values()]
}

function begun(start: Extract<PartEvent, { type: 'part-start' }>): Shown {
  const name = 'name' in start ? start.name : undefined
  return { kind: start.kind, text: '', flaws: [], whole: false, ...(name !== undefined && { name }) }
}
