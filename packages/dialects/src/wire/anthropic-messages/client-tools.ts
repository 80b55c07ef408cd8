import type { JsonObject, JsonSchema } from '../../canonical/json.ts'

/** A tool that the vendor's models know by its type alone, and that the client runs. */
interface ClientTool {
  readonly description: string
  readonly parameters: JsonSchema
}

const text: JsonSchema = { type: 'string' }
const count: JsonSchema = { type: 'integer' }
const place: JsonSchema = { type: 'array', items: count, minItems: 2, maxItems: 2 }
const oneOf = (...words: readonly string[]): JsonSchema => ({ type: 'string', enum: words })
const object = (properties: JsonObject, ...required: readonly string[]): JsonSchema => ({ type: 'object', properties, required })

const editing = {
  path: text,
  file_text: text,
  old_str: text,
  new_str: text,
  insert_line: count,
  insert_text: text,
  view_range: place,
}

const ACTIONS: readonly string[] =
  'screenshot left_click right_click middle_click double_click triple_click mouse_move left_click_drag left_mouse_down left_mouse_up cursor_position scroll type key hold_key wait'.split(
    ' ',
  )

/** By what their types begin with; a date follows. */
const CLIENT_TOOLS: { readonly [prefix: string]: ClientTool } = {
  bash_: {
    description: 'Runs a command in a shell that stays open between calls. `restart` begins a new one.',
    parameters: object({ command: text, restart: { type: 'boolean' } }),
  },
  text_editor_: {
    description:
      'Views, creates and edits files. `view` takes `path` and maybe `view_range` (first and last line); `create` takes `path` and `file_text`; `str_replace` takes `path`, `old_str`, which must stand in the file exactly once, and `new_str`; `insert` takes `path`, `insert_line` and `insert_text`.',
    parameters: object({ command: oneOf('view', 'create', 'str_replace', 'insert'), ...editing }, 'command', 'path'),
  },
  memory_: {
    description:
      'Keeps notes in files below /memories. `view`, `create`, `str_replace` and `insert` as in an editor; `delete` takes `path`; `rename` takes `old_path` and `new_path`.',
    parameters: object(
      {
        command: oneOf('view', 'create', 'str_replace', 'insert', 'delete', 'rename'),
        ...editing,
        old_path: text,
        new_path: text,
      },
      'command',
    ),
  },
  computer_: {
    description:
      'Uses a screen, a mouse and a keyboard. `coordinate` is [x, y] in pixels; `text` is what is typed, or the keys; `duration` is in seconds.',
    parameters: object(
      {
        action: oneOf(...ACTIONS),
        coordinate: place,
        start_coordinate: place,
        text,
        duration: { type: 'number' },
        scroll_direction: oneOf('up', 'down', 'left', 'right'),
        scroll_amount: count,
      },
      'action',
    ),
  },
}

/** What a model of another vendor must be told of a tool of this type. Undefined: only the vendor runs it. */
export function clientTool(type: string): ClientTool | undefined {
  const [, prefix = ''] = /^(\w+_)\d{8}$/.exec(type) ?? []
  return Object.hasOwn(CLIENT_TOOLS, prefix) ? CLIENT_TOOLS[prefix] : undefined
}
