import type { Dialect, DialectDefinition, Grammar } from '../dialect.ts'
import { peekSolid } from '../engine/readers.ts'
import { jsonForms } from '../shapes/json/json-block.ts'
import { jsonDialect } from '../shapes/json/json-dialect.ts'
import { type NamedRun, namedRun } from '../shapes/named/named-calls.ts'
import { headReader, namedDialect } from '../shapes/named/named-dialect.ts'
import type { FallbackReaders } from '../shapes/reading/fallback-readers.ts'
import type { Reading } from '../shapes/reading/reading.ts'
import { endDamaged, readOtherForm } from '../shapes/reading/salvage.ts'
import type { Surroundings } from '../shapes/shape-dialect.ts'
import { shortIds } from '../shapes/template.ts'
import { asFunction } from '../shapes/tools/tool-spellings.ts'

const OPEN = '[TOOL_CALLS]'
const OPENERS = [OPEN]
const NAMED: NamedRun = {
  openers: OPENERS,
  separators: ['[ARGS]', '{'],
  nameEnds: ['[ARGS]', '[CALL_ID]'],
  head: headReader('$name[CALL_ID]$id'),
}

/** All that these models write is read, whichever of them it is; `form` is the reader of what it writes itself. */
const reads = (form: FallbackReaders): Pick<DialectDefinition, 'parse'> => ({
  parse: (reading) => parse({ ...reading, forms: { ...reading.forms, ...form } }),
})

function* parse(reading: Reading): Grammar {
  const { source, prose, write, forms } = reading
  const readNamed = forms?.named?.(NAMED)
  // Where special tokens are skipped, only the list is left of a call.
  const bare = forms?.bare?.(reading.tools, ['list']) ?? []
  const marks = [OPEN, ...bare]
  for (;;) {
    const opening = yield* prose.until(marks)
    if (opening === undefined) return
    if (opening.mark.id === 'bare') source.unread(opening.text)
    source.record(opening.mark.id === 'bare' ? '' : opening.text)
    const next = yield* peekSolid(source)
    if (next === '[' || next === '{')
      yield* readOtherForm(reading, { opener: source.recorded, closers: [], barriers: OPENERS }, endDamaged)
    else if (readNamed) yield* readNamed(reading, { text: source.takeRecord() })
    else write.text(source.takeRecord())
  }
}

const surroundings: Omit<Surroundings, 'id' | 'title' | 'speakers' | 'results'> = {
  lesson: {
    paragraphs: ['[AVAILABLE_TOOLS][$tools][/AVAILABLE_TOOLS]', 'To call tools, write:\n$call'],
    tool: asFunction,
    betweenTools: ', ',
    examples: [{ id: 'a1B2c3D4e', name: '{tool name}', input: '{"{parameter}": "{value}"}' }],
  },
  turns: ['[CALL_ID]', '[ARGS]', '[TOOL_CONTENT]', '[AVAILABLE_TOOLS]', '[/AVAILABLE_TOOLS]', '[INST]', '[/INST]', OPEN],
  openers: OPENERS,
  patience: 400,
  reasoning: [
    { open: '[THINK]', close: '[/THINK]' },
    { open: '<think>', close: '</think>' },
  ],
}

/**
 * The tokenizer refuses ids that are not nine letters or digits.
 *
 *     [TOOL_CALLS][{"name": "find_book", "arguments": {"title": "Momo"}, "id": "a1B2c3D4e"}]
 */
export const mistral = jsonDialect(
  {
    ...surroundings,
    id: 'mistral',
    title: 'Mistral',
    speakers: ['Mistral 7B v0.3', 'Mixtral 8x22B', 'Mistral Nemo', 'Mistral Small', 'Ministral 8B', 'Mistral Large'],
    templates: ['1v5n6361tfjp3r', '0lcdo0x16ej48f', '1pka46q07x84r7'],
    calls: {
      object: '{"name": $name, "arguments": $input, "id": $id}',
      section: [`${OPEN}[`, ']'],
      opens: OPENERS,
      between: ', ',
      ids: shortIds(9),
    },
    results: { each: '[TOOL_RESULTS]{"content": $result, "call_id": $quoted}[/TOOL_RESULTS]', as: 'json' },
    lesson: {
      ...surroundings.lesson,
      examples: [{ id: '"a1B2c3D4e"', name: '"{tool name}"', input: '{"{parameter}": "{value}"}' }],
    },
  },
  {},
  reads({ json: jsonForms }),
)

/**
 * The name stands before the arguments.
 *
 *     [TOOL_CALLS]find_book[ARGS]{"title": "Momo"}
 */
export const mistralArgs: Dialect = namedDialect(
  {
    ...surroundings,
    id: 'mistral-args',
    title: 'Mistral, from tokenizer 11 on',
    speakers: ['Devstral', 'Magistral', 'Ministral 3', 'Mistral Medium 3', 'Mistral Large 3'],
    calls: { call: '[TOOL_CALLS]$name[ARGS]$input' },
    results: { each: '[TOOL_RESULTS]$result[/TOOL_RESULTS]' },
  },
  {},
  reads({ named: namedRun }),
)

/**
 *     [TOOL_CALLS]find_book[CALL_ID]a1B2c3D4e[ARGS]{"title": "Momo"}
 */
export const mistralSmall32: Dialect = namedDialect(
  {
    ...surroundings,
    id: 'mistral-small-3.2',
    title: 'Mistral Small 3.2',
    speakers: ['Mistral Small 3.2'],
    calls: { call: '[TOOL_CALLS]$name[CALL_ID]$id[ARGS]$input', ids: shortIds(9) },
    results: { each: '[TOOL_RESULTS]$id[TOOL_CONTENT]$result[/TOOL_RESULTS]' },
  },
  {},
  reads({ named: namedRun }),
)
