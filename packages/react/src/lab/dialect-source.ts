import { type Dialect, readAnswer, type SpokenPart, type ToolCall, type ToolSpec } from '@parley/dialects'
import type { Shape, ToolName } from '@parley/dialects/model-files'

/** The files of a dialect: what declares it, and the page of examples that its tests read. */
export interface DialectSource {
  readonly code: string
  readonly page: string
}

const KINDS = { json: 'jsonDialect', named: 'namedDialect', tags: 'tagsDialect' } as const

const TOOLS: { readonly [Name in ToolName]: string } = {
  function: 'asFunction',
  object: 'asObject',
  'function-lines': 'asFunctionLines',
  'object-lines': 'asObjectLines',
  'function-item': 'asFunctionItem',
  typescript: 'asTypeScript',
  element: 'asElement',
}

const VALUES = { json: undefined, 'python-words': 'pythonWords', 'python-values': 'pythonValues' } as const

const EXAMPLES = {
  json: { name: '"{tool name}"', input: '{arguments}', id: '"{id}"', number: '0' },
  named: { name: '{tool name}', input: '{arguments as a JSON object}', id: '{id}', number: '0' },
  tags: { name: '{tool name}', key: '{parameter}', value: '{value}' },
} as const

/** A name that stands in code as it is. */
class Name {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export const dialectSource = (shape: Shape, dialect: Dialect, tools: readonly ToolSpec[]): DialectSource => ({
  code: codeOf(shape),
  page: pageOf(dialect, tools),
})

function codeOf(shape: Shape): string {
  // What the door of shapes does not name is left as data.
  if (shape.calls.kind === 'python' || (shape.calls.kind === 'json' && shape.calls.keyed)) return asShape(shape)
  const { kind, ...calls } = shape.calls
  const names = new Set<string>([KINDS[kind]])
  const use = (name: string): Name => {
    names.add(name)
    return new Name(name)
  }
  const values = 'values' in calls ? VALUES[calls.values ?? 'json'] : undefined
  const { values: _, ...plain } = { values: undefined, ...calls }
  const section = kind === 'named' ? (shape.calls as { readonly section?: readonly string[] }).section : undefined
  const frames = [...(shape.frames ?? []), ...(section ?? []).map((mark) => mark.trim()).filter((mark) => mark !== '')]
  const dialect = {
    id: 'my-model',
    title: 'My model',
    speakers: [],
    calls: { ...plain, ...(values !== undefined && { values: use(values) }) },
    results: shape.results ?? { each: '<tool_response>\n$result\n</tool_response>', between: '\n' },
    lesson: lessonOf(shape, kind, use),
    ...(shape.reasoning && { reasoning: shape.reasoning }),
    ...(frames.length > 0 && { frames }),
    ...(shape.ends && { ends: shape.ends }),
    ...(shape.turns && { turns: shape.turns }),
  }
  const body = `export const myModel = ${KINDS[kind]}(${written(dialect, '')})\n`
  return `import { ${[...names].toSorted().join(', ')} } from '@parley/dialects/shapes'\n\n${body}`
}

const asShape = (shape: Shape): string =>
  `import { dialectOfShape } from '@parley/dialects/model-files'\n\nexport const myModel = dialectOfShape(${written(shape, '')}, ${written({ id: 'my-model', title: 'My model', speakers: [] }, '')})\n`

function lessonOf({ lesson }: Shape, kind: keyof typeof KINDS, use: (name: string) => Name): object {
  if (lesson)
    return {
      paragraphs: [`${lesson.before}$tools${lesson.behind}`],
      tool: use(TOOLS[lesson.tool]),
      betweenTools: lesson.betweenTools,
    }
  return {
    paragraphs: ['You can use these tools:\n$tools', 'To use one, write this and wait for the result:', '$call'],
    tool: use('asFunction'),
    examples: [EXAMPLES[kind]],
  }
}

/** A value as code: JSON, but for the quotes around keys that need none. */
function written(value: unknown, indent: string): string {
  if (value instanceof Name) return value.text
  const inner = `${indent}  `
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `[${value.map((item) => written(item, indent)).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const lines = Object.entries(value).map(([key, item]) => `${inner}${keyOf(key)}: ${written(item, inner)},\n`)
  return lines.length === 0 ? '{}' : `{\n${lines.join('')}${indent}}`
}

const keyOf = (key: string): string => (/^[A-Za-z_]\w*$/.test(key) ? key : JSON.stringify(key))

const call = (name: string, place: number): ToolCall => ({ type: 'tool-call', id: `call_${place}`, name, input: {} })

function pageOf(dialect: Dialect, tools: readonly ToolSpec[]): string {
  const [first = 'ping', second = first] = tools.map(({ name }) => name)
  const one = dialect.formatCalls([call(first, 1)])
  const examples: readonly (readonly [string, string])[] = [
    ['Text, then a call', `I will look.\n${one}`],
    ['Two calls', dialect.formatCalls([call(first, 1), call(second, 2)])],
    ['Only text', 'Nothing to do.'],
  ]
  const shown = examples.map(([title, source]) => {
    const parts = readAnswer(source, { dialect, tools }).map(essenceOf)
    return `## ${title}\n\n~~~~ source\n${source}\n~~~~\n\n~~~~ parts\n${JSON.stringify(parts, null, 2)}\n~~~~\n\n~~~~ tools\n${JSON.stringify(tools.slice(0, 2))}\n~~~~\n`
  })
  return `# My model\n\nWhat it writes, and what is read in it.\n\n${shown.join('\n')}`
}

function essenceOf(part: SpokenPart): object {
  if (part.type === 'tool-call') return { type: part.type, name: part.name, input: part.input }
  return part.type === 'broken-call' ? { type: part.type } : { type: part.type, text: part.text }
}
