import { isJsonObject, ownValue } from '../../canonical/json.ts'
import type { ToolSpec } from '../../canonical/message.ts'

const NAMES: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  array: 'list',
  object: 'dict',
  null: 'None',
}

export interface PythonParameter {
  readonly name: string
  readonly type: string
  readonly required: boolean
  /** Empty when nobody has said. */
  readonly description: string
}

/** What a function takes, in the words of Python. */
export function pythonParameters({ parameters }: ToolSpec): readonly PythonParameter[] {
  const properties = ownValue(parameters, 'properties')
  const required = ownValue(parameters, 'required')
  if (!isJsonObject(properties)) return []
  return Object.entries(properties).map(([name, property]) => {
    const schema = isJsonObject(property) ? property : {}
    const description = ownValue(schema, 'description')
    return {
      name,
      type: [ownValue(schema, 'type')]
        .flat()
        .map((type) => ownValue(NAMES, String(type)) ?? 'Any')
        .join(' | '),
      required: Array.isArray(required) && required.includes(name),
      description: typeof description === 'string' ? description : '',
    }
  })
}

/**
 * A function without a body: its head, and what it is for.
 *
 *     def find_book(title: str):
 *         """
 *         Find a book.
 *         """
 */
export function pythonFunction(head: string, documentation: readonly string[]): string {
  const lines = ['"""', ...documentation, '"""'].flatMap((text) => text.split('\n'))
  return [`def ${head}:`, ...lines.map((line) => (line === '' ? '' : `    ${line}`))].join('\n')
}
