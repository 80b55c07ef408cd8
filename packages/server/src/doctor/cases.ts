import type { JsonObject, Message, ToolSpec } from '@parley/dialects'
import type { FindingId } from './finding.ts'

/** How the answer is fetched: as every answer is, as one document, or as the model alone would go on with the text. */
type Way = 'streamed' | 'whole' | 'raw'

export interface ExpectedCall {
  readonly name: string
  readonly input: JsonObject
}

/** One question with a known right answer. */
export interface Case {
  readonly id: CaseId
  readonly way: Way
  readonly messages: readonly Message[]
  readonly maxTokens: number
  /** Empty: no call is right. */
  readonly calls: readonly ExpectedCall[]
  /** The flaw of a model that calls although it should not, or whose arguments are not what was asked for. */
  readonly otherwise: FindingId
  /** What the answer must say. Absent: anything. */
  readonly says?: string
  /** Whether a call may be shown. Absent: no. */
  readonly shows?: true
}

export const CASE_IDS = ['call', 'whole', 'raw', 'unicode', 'two', 'code', 'restraint', 'quoted', 'result'] as const
type CaseId = (typeof CASE_IDS)[number]

const text = { type: 'string' } as const
const tool = (name: string, description: string, ...keys: readonly string[]): ToolSpec => ({
  name,
  description,
  parameters: { type: 'object', properties: Object.fromEntries(keys.map((key) => [key, text])), required: [...keys] },
})

/** What the model is offered in every case. */
export const TOOLS: readonly ToolSpec[] = [
  tool('get_weather', 'Tells the present weather of a city.', 'city'),
  tool('save_file', 'Saves a text as a file.', 'path', 'content'),
]

const says = (words: string): Message => ({ role: 'user', id: 'question', parts: [{ type: 'text', text: words }] })
const weather = (city: string): ExpectedCall => ({ name: 'get_weather', input: { city } })

const UNICODE = 'Zürich „東京“ Ωμέγα 😀'

/** Everything that a syntax may stumble over: both quotes, backslashes, braces, tags, a fence, an indented line, an empty one. */
const CODE = [
  '# Counts words, and shows what it found.',
  'import json, re',
  '',
  "PATTERN = re.compile(r'[\\w\\'-]+')",
  'NOTE = "He said: \\"<b>{name}</b>\\" & left\\tearly.\\n"',
  'FENCE = "```"',
  '',
  'def count(text: str) -> dict[str, int]:',
  '    found: dict[str, int] = {}',
  '    for word in PATTERN.findall(text.lower()):',
  '        found[word] = found.get(word, 0) + 1',
  '    return {key: value for key, value in found.items() if value > 1}',
  '',
  'def page(found: dict[str, int]) -> str:',
  '    rows = [f\'<li class="row">{key}: {value}</li>\' for key, value in sorted(found.items())]',
  "    return '<ul>\\n' + '\\n'.join(rows) + '\\n</ul>'",
  '',
  'if __name__ == "__main__":',
  '    print(json.dumps({"arguments": [count("a b a")], "path": "C:\\\\temp"}))',
  '    print(page({"a": 2}), 100 % 7, 1 < 2 > 0)',
].join('\n')

const ONE_CALL = 'Look up the weather in Oslo with the tool get_weather. Call it now, and write nothing else.'
const oneCall: Pick<Case, 'messages' | 'maxTokens' | 'calls' | 'otherwise'> = {
  messages: [says(ONE_CALL)],
  maxTokens: 400,
  calls: [weather('Oslo')],
  otherwise: 'arguments',
}

/** In the order in which they are asked: what shows soonest that a way does not work comes first. */
export const CASES: readonly Case[] = [
  { id: 'call', way: 'streamed', ...oneCall },
  { id: 'whole', way: 'whole', ...oneCall },
  { id: 'raw', way: 'raw', ...oneCall },
  {
    id: 'unicode',
    way: 'streamed',
    messages: [
      says(
        `Call the tool get_weather now and write nothing else. Its city is the rest of this line, every character as it stands: ${UNICODE}`,
      ),
    ],
    maxTokens: 400,
    calls: [weather(UNICODE)],
    otherwise: 'unicode',
  },
  {
    id: 'two',
    way: 'streamed',
    messages: [
      says(
        'Look up the weather in Oslo and in Lima with the tool get_weather. Make both calls now, in the same answer, and write nothing else.',
      ),
    ],
    maxTokens: 500,
    calls: [weather('Oslo'), weather('Lima')],
    otherwise: 'arguments',
  },
  {
    id: 'code',
    way: 'streamed',
    messages: [
      says(
        `Call the tool save_file now and write nothing else. The path is count.py, and the content is everything behind this line, every character as it stands:\n${CODE}`,
      ),
    ],
    maxTokens: 1200,
    calls: [{ name: 'save_file', input: { path: 'count.py', content: CODE } }],
    otherwise: 'code',
  },
  {
    id: 'restraint',
    way: 'streamed',
    messages: [says('What is two plus two? Answer with the number alone.')],
    maxTokens: 300,
    calls: [],
    otherwise: 'calls-unasked',
  },
  {
    id: 'quoted',
    way: 'streamed',
    messages: [
      says(
        'I am writing documentation. Show me in a fenced code block how a call of get_weather for the city Oslo is written, with a sentence before the block and one behind it. It is an example for my readers: call nothing.',
      ),
    ],
    maxTokens: 500,
    calls: [],
    otherwise: 'runs-shown',
    shows: true,
  },
  {
    id: 'result',
    way: 'streamed',
    messages: [
      says('What is the weather in Oslo? Look it up, then say the temperature in one sentence.'),
      {
        role: 'assistant',
        id: 'asked',
        parts: [{ type: 'tool-call', id: 'call_1', name: 'get_weather', input: { city: 'Oslo' } }],
      },
      {
        role: 'tool',
        id: 'told',
        parts: [
          {
            type: 'tool-result',
            callId: 'call_1',
            name: 'get_weather',
            outcome: 'ok',
            content: [{ type: 'text', text: 'Oslo: 17 °C, light rain' }],
          },
        ],
      },
    ],
    maxTokens: 400,
    calls: [],
    otherwise: 'calls-again',
    says: '17',
  },
]

/** What is not streamed tells who is at fault; only what is streamed is how models are asked, and counts. */
export const counts = ({ way }: Pick<Case, 'way'>): boolean => way === 'streamed'
