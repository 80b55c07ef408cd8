import { resultText } from '../canonical/outcome-words.ts'
import type { ToolResult } from '../canonical/part.ts'
import { defineDialect } from '../define-dialect.ts'
import type { Dialect, DialectDefinition, Grammar } from '../dialect.ts'
import { readExample } from '../toolkit/example.ts'
import { jsonForms } from '../toolkit/json-forms.ts'
import type { CallHead } from '../toolkit/named-calls.ts'
import { type NamedRun, namedRun } from '../toolkit/named-run.ts'
import type { OtherForms } from '../toolkit/other-forms.ts'
import { peekSolid } from '../toolkit/read-json.ts'
import type { Reading } from '../toolkit/reading.ts'
import { endDamaged, readOtherForm } from '../toolkit/salvage.ts'
import { sequenceMark } from '../toolkit/sequence-mark.ts'
import { spacedJson } from '../toolkit/spaced-json.ts'
import { choiceLines } from '../toolkit/tool-list.ts'
import { argumentsJson, shortId, toolListJson } from '../toolkit/write-calls.ts'

const OPEN = '[TOOL_CALLS]'
const CALL_ID = '[CALL_ID]'
const ARGUMENTS = '[ARGS]'
const RESULTS = ['[TOOL_RESULTS]', '[/TOOL_RESULTS]']
const TOOLS = ['[AVAILABLE_TOOLS]', '[/AVAILABLE_TOOLS]']
const CONTENT = '[TOOL_CONTENT]'
const OPENERS = [OPEN]
const QUOTED = sequenceMark('quoted', [`\`${OPEN}`])

interface Variant extends Pick<DialectDefinition, 'id' | 'title' | 'speakers' | 'formatCalls' | 'grammar'> {
  formatResult(result: ToolResult): string
  /** The reader of the form that it writes itself. */
  readonly form: OtherForms
}

// @__NO_SIDE_EFFECTS__
function mistralDialect({ formatResult, form, ...variant }: Variant): Dialect {
  return defineDialect({
    ...variant,
    markup: [OPEN, CALL_ID, ARGUMENTS, CONTENT, ...RESULTS, ...TOOLS, '[INST]', '[/INST]'],
    openers: OPENERS,
    patience: 400,
    reasoning: [
      { open: '[THINK]', close: '[/THINK]' },
      { open: '<think>', close: '</think>' },
    ],
    stop: ['[TOOL_RESULTS]'],
    instruct: (tools, choice) =>
      [
        TOOLS.join(toolListJson(tools)),
        `To call tools, write:\n${variant.formatCalls([{ id: 'a1B2c3D4e', name: '{tool name}', input: { '{parameter}': '{value}' } }])}`,
        ...choiceLines(choice),
      ].join('\n\n'),
    formatResults: (results) => results.map((result) => RESULTS.join(formatResult(result))).join(''),
    parse: (reading) => parse({ ...reading, forms: { ...reading.forms, ...form } }),
  })
}

const NAMED: NamedRun = { openers: OPENERS, separators: [ARGUMENTS, '{'], nameEnds: [ARGUMENTS, CALL_ID], head }

/** `find_book` or `find_book[CALL_ID]a1B2c3D4e` */
function head(text: string): CallHead | undefined {
  const [name = '', id] = text.split(CALL_ID).map((piece) => piece.trim())
  return /\s/.test(name) ? undefined : { name, ...(id !== undefined && { id }) }
}

function* parse(reading: Reading): Grammar {
  const { source, prose, write, forms } = reading
  const readNamed = forms?.named?.(NAMED)
  // Where special tokens are skipped, only the list is left of a call.
  const bare = forms?.bare?.(reading.tools, ['list']) ?? []
  const marks = [OPEN, QUOTED, ...bare]
  for (;;) {
    const opening = yield* prose.until(marks)
    if (opening === undefined) return
    if (opening.mark.id === 'quoted') {
      yield* readExample(reading, opening.text)
      continue
    }
    if (opening.mark.id === 'bare') source.unread(opening.text)
    source.record(opening.mark.id === 'bare' ? '' : opening.text)
    const next = yield* peekSolid(source)
    if (next === '[' || next === '{')
      yield* readOtherForm(reading, { opener: source.recorded, closers: [], barriers: OPENERS }, endDamaged)
    else if (readNamed) yield* readNamed(reading, { text: source.takeRecord() })
    else write.text(source.takeRecord())
  }
}

/** The tokenizer refuses ids that are not nine letters or digits. */
const nineLetters = (id: string): string => shortId(id, 9)

/**
 *     [TOOL_CALLS][{"name": "find_book", "arguments": {"title": "Momo"}, "id": "a1B2c3D4e"}]
 */
export const mistral = mistralDialect({
  id: 'mistral',
  title: 'Mistral',
  speakers: ['Mistral 7B v0.3', 'Mixtral 8x22B', 'Mistral Nemo', 'Mistral Small 3.1', 'Mistral Large'],
  form: { json: jsonForms },
  formatCalls: (calls) =>
    `${OPEN}[${calls
      .map(
        (call) => `{"name": ${JSON.stringify(call.name)}, "arguments": ${argumentsJson(call)}, "id": "${nineLetters(call.id)}"}`,
      )
      .join(', ')}]`,
  grammar: ({ space, text, callObject }) => ({
    trigger: OPEN,
    open: `${text(OPEN)} ${space} "[" ${space}`,
    call: (tool) =>
      callObject(tool, 'arguments', `${space} "," ${space} ${text('"id"')} ${space} ":" ${space} "\\"" [a-zA-Z0-9]{9} "\\""`),
    between: `${space} "," ${space}`,
    close: `${space} "]"`,
  }),
  formatResult: (result) =>
    `{"content": ${spacedJson(JSON.stringify(result.data ?? resultText(result)))}, "call_id": "${nineLetters(result.callId)}"}`,
})

interface Named extends Pick<Variant, 'id' | 'title' | 'speakers'> {
  /** Whether calls and their results carry ids. */
  readonly ids: boolean
}

/** The name stands before the arguments. All that is written so is read, with ids or without. */
// @__NO_SIDE_EFFECTS__
function named({ ids, ...traits }: Named): Dialect {
  return mistralDialect({
    ...traits,
    form: { named: namedRun },
    formatCalls: (calls) =>
      calls
        .map((call) => {
          const id = ids ? `${CALL_ID}${nineLetters(call.id)}` : ''
          return `${OPEN}${call.name}${id}${ARGUMENTS}${argumentsJson(call)}`
        })
        .join(''),
    grammar: ({ text, input }) => ({
      trigger: OPEN,
      call: (tool) => `${text(OPEN + tool.name)} (${text(CALL_ID)} [a-zA-Z0-9]{9})? ${text(ARGUMENTS)} ${input(tool)}`,
      between: '""',
    }),
    formatResult: (result) => `${ids ? `${nineLetters(result.callId)}${CONTENT}` : ''}${resultText(result)}`,
  })
}

/**
 *     [TOOL_CALLS]find_book[ARGS]{"title": "Momo"}
 */
export const mistralArgs = named({
  id: 'mistral-args',
  title: 'Mistral, from tokenizer 11 on',
  speakers: ['Devstral', 'Magistral', 'Ministral 3', 'Mistral Medium 3'],
  ids: false,
})

/**
 *     [TOOL_CALLS]find_book[CALL_ID]a1B2c3D4e[ARGS]{"title": "Momo"}
 */
export const mistralSmall32 = named({
  id: 'mistral-small-3.2',
  title: 'Mistral Small 3.2',
  speakers: ['Mistral Small 3.2'],
  ids: true,
})
