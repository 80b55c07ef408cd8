import { resultText } from '../canonical/outcome-words.ts'
import { type Mark, MORE, NO } from '../engine/marks.ts'
import { SPACE, sequenceMark, WORD } from '../engine/sequence-mark.ts'
import { refusals } from '../shapes/json/json-calls.ts'
import { jsonDialect } from '../shapes/json/json-dialect.ts'
import { callNumber } from '../shapes/template.ts'
import { pythonFunction, pythonParameters } from '../shapes/tools/python-tools.ts'
import { asObject, toolSpelling } from '../shapes/tools/tool-spellings.ts'

const RESULTS = ['<|START_TOOL_RESULT|>', '<|END_TOOL_RESULT|>']
const SYSTEM_TURN = ['<|START_OF_TURN_TOKEN|><|SYSTEM_TOKEN|>', '<|END_OF_TURN_TOKEN|>']
const TURN_MARKS = ['<|START_OF_TURN_TOKEN|>', '<|SYSTEM_TOKEN|>', '<|USER_TOKEN|>', '<|CHATBOT_TOKEN|>', '<|END_OF_TURN_TOKEN|>']
const FRAMES = ['<|START_RESPONSE|>', '<|END_RESPONSE|>', '<|START_TEXT|>', '<|END_TEXT|>']
const MOST_SOURCES = 160

/** Where a cited span begins or ends, with its sources: `<co>`, `<co: 0>`, `</co: 0:[1,2],1:[0]>`. */
function citation(tag: '<co' | '</co'): Mark {
  return {
    id: tag,
    lead: tag,
    reach: MOST_SOURCES,
    match(text, at) {
      if (!text.startsWith(tag.slice(0, text.length - at), at)) return NO
      for (let index = at + tag.length; index < at + MOST_SOURCES; index++) {
        if (index >= text.length) return MORE
        const char = text.charAt(index)
        if (char === '>') return index + 1 - at
        if (!/[\d:,[\] ]/.test(char)) return NO
      }
      return NO
    },
  }
}
const CITATIONS = [citation('<co'), citation('</co')]

/**
 *     <|START_THINKING|>look up<|END_THINKING|><|START_ACTION|>[
 *         {"tool_call_id": "0", "tool_name": "find_book", "parameters": {"title": "Momo"}}
 *     ]<|END_ACTION|>
 */
export const cohereCommandR7b = jsonDialect(
  {
    id: 'cohere-command-r7b',
    aliases: ['cohere-command-a'],
    title: 'Cohere Command R7B and Command A',
    speakers: ['Command R7B', 'Command A', 'Command A Reasoning'],
    templates: ['0dlmbmo16tds98'],
    calls: {
      object: '{"tool_call_id": "$number", "tool_name": $name, "parameters": $input}',
      section: ['<|START_ACTION|>[\n    ', '\n]<|END_ACTION|>'],
      between: ',\n    ',
    },
    results: { each: '<|START_TOOL_RESULT|>$result<|END_TOOL_RESULT|>' },
    lesson: {
      paragraphs: [
        '## Available Tools\n```json\n[\n$tools\n]\n```',
        'To call tools, write all calls that do not depend on each other as one JSON list. Ids count all calls of the conversation, from 0:',
        '$call',
      ],
      tool: toolSpelling('with-responses', (tool) => `    ${asObject(tool).slice(0, -1)}, "responses": null}`),
      betweenTools: ',\n',
      examples: [{ number: '0', name: '"{name}"', input: '{object with the parameters}' }],
    },
    turns: TURN_MARKS,
    frames: FRAMES,
    inline: CITATIONS,
    patience: MOST_SOURCES,
    reasoning: [{ open: '<|START_THINKING|>', close: '<|END_THINKING|>' }],
  },
  {},
  {
    // One document holds all results, over several lines.
    formatResults: (results) =>
      SYSTEM_TURN.join(
        RESULTS.join(
          JSON.stringify(
            results.map((result, index) => ({
              tool_call_id: String(callNumber(result.callId, index)),
              results: { '0': result.data ?? resultText(result) },
              is_error: result.outcome === 'ok' ? null : true,
            })),
            null,
            4,
          ),
        ),
      ),
  },
)

/** A function that says what it takes, and does nothing. */
const asDefinition = toolSpelling('python-definition', (tool) => {
  const parameters = pythonParameters(tool).map(({ type, required, ...rest }) => ({
    ...rest,
    preset: required ? '' : ' = None',
    type: required ? type : `Optional[${type}]`,
  }))
  const head = parameters.map(({ name, type, preset }) => `${name}: ${type}${preset}`).join(', ')
  const fields = parameters.map(({ name, type, description }) => `    ${name} (${type}): ${description}`.trimEnd())
  const lines = [tool.description, ...(fields.length > 0 ? ['', 'Args:', ...fields] : [])]
  return `${pythonFunction(`${tool.name}(${head}) -> List[Dict]`, lines)}\n    pass`
})

const ACTION = ['Action:', SPACE, '```', WORD] as const
const key = [SPACE, '[', SPACE, '{', SPACE, '"tool_name"', SPACE, ':', SPACE] as const

/**
 *     Action: ```json
 *     [{"tool_name": "find_book", "parameters": {"title": "Momo"}}]
 *     ```
 */
export const cohereCommandRPlus = jsonDialect(
  {
    id: 'cohere-command-r-plus',
    aliases: ['cohere-command-r'],
    title: 'Cohere Command R+',
    speakers: ['Command R', 'Command R+'],
    calls: {
      object: '{"tool_name": $name, "parameters": $input}',
      section: ['Action: ```json\n[\n    ', '\n]\n```'],
      between: ',\n    ',
      opens: [ACTION],
    },
    signs: () => [ACTION],
    results: {
      each: 'Document: $place\n$result',
      between: '\n\n',
      around: [`${SYSTEM_TURN[0]}<results>\n`, `\n</results>${SYSTEM_TURN[1]}`],
    },
    stop: ['<results>'],
    resultMarkup: ['Document: '],
    lesson: {
      paragraphs: [
        '## Available Tools\n$tools',
        "Write 'Action:' and a fenced JSON list of the calls. If no tool is needed, call `directly_answer`:",
        'Action:\n```json\n[\n    {\n        "tool_name": "{name}",\n        "parameters": {object with the parameters}\n    }\n]\n```',
      ],
      tool: asDefinition,
      each: '```python\n$tool\n```',
      betweenTools: '\n\n',
    },
    turns: ['Action:', ...TURN_MARKS],
    inline: CITATIONS,
    patience: 400,
  },
  {
    others: refusals(
      ...['"directly_answer"', '"directly-answer"'].map((name) =>
        sequenceMark('refusal', ['Action:', SPACE, '```', WORD, ...key, name]),
      ),
    ),
  },
  { markup: ['Action:', '<results>', '</results>', ...TURN_MARKS] },
)
