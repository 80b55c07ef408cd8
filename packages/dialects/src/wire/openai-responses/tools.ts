import type { ToolSpec } from '../../canonical/message.ts'
import { freeformTool } from '../request/freeform-tools.ts'
import { extrasOf } from '../request/request-extras.ts'
import { type Fields, NO_PARAMETERS, readToolSpec } from '../request/request-fields.ts'
import { FORMAT_ID } from './proofs.ts'

export interface ReadTools {
  readonly tools: readonly ToolSpec[]
  /** The types of those that only the vendor runs. */
  readonly hosted: readonly string[]
}

export const SEARCH = 'tool_search'

/** Namespaces are flattened, freeform tools get one parameter, and what the vendor runs itself is left out. */
export function readTools(listed: readonly Fields[], namespace?: string): ReadTools {
  const all = listed.map((tool): ReadTools => {
    const type = tool.string('type')
    if (type === 'namespace') return readTools(tool.objects('tools'), tool.string('name'))
    const spec = READERS[type]?.(tool, namespace)
    return spec ? { tools: [spec], hosted: [] } : { tools: [], hosted: [type] }
  })
  return { tools: all.flatMap(({ tools }) => tools), hosted: all.flatMap(({ hosted }) => hosted) }
}

const READERS: { readonly [type: string]: ((tool: Fields, namespace?: string) => ToolSpec | undefined) | undefined } = {
  function: readFunction,
  custom: readFreeform,
  tool_search: readSearch,
}

function readFunction(tool: Fields, namespace?: string): ToolSpec {
  const spec = readToolSpec(tool, 'parameters', tool.get('parameters') ?? NO_PARAMETERS)
  const { name } = spec
  return {
    ...spec,
    ...extrasOf(tool, FORMAT_ID, ['strict']),
    ...(namespace !== undefined && { name: flatName(name, namespace), known: { name, namespace, kind: 'function' } }),
    ...deferral(tool),
  }
}

function readFreeform(tool: Fields, namespace?: string): ToolSpec {
  const named = readToolSpec(tool, 'format', {})
  const spec = freeformTool(named, tool.object('format'))
  return {
    ...spec,
    name: flatName(named.name, namespace),
    known: { ...spec.known, ...(namespace !== undefined && { namespace }) },
    ...deferral(tool),
  }
}

/** One that the client runs; where the vendor does, it is a tool of the vendor's. */
function readSearch(tool: Fields): ToolSpec | undefined {
  if (tool.text('execution') !== 'client') return undefined
  const parameters = tool.object('parameters') ? tool.get('parameters') : NO_PARAMETERS
  const named = { name: SEARCH, kind: 'search' } as const
  return {
    ...readToolSpec(tool.with('name', SEARCH), 'parameters', parameters),
    known: named,
  }
}

const deferral = (tool: Fields) => (tool.boolean('defer_loading') === true ? { deferred: true as const } : {})

/** `files` and `read` are `files__read`, unless the name says where it belongs. Functions without a namespace stand in one of that name, too. */
export function flatName(name: string, namespace: string | undefined): string {
  return namespace === undefined || namespace === 'functions' || name.startsWith(namespace) ? name : `${namespace}__${name}`
}
