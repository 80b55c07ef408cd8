import type { ToolSpec } from '../canonical/message.ts'
import { MarkSet } from '../engine/marks.ts'
import { type Step, take } from '../engine/readers.ts'
import { SPACE, sequenceMark } from '../engine/sequence-mark.ts'
import { argumentsJson } from '../shapes/json/json-spellings.ts'
import { readArguments } from '../shapes/named/named-calls.ts'
import type { Reading } from '../shapes/reading/reading.ts'
import { shapeDialect } from '../shapes/shape-dialect.ts'
import { asObjectLines } from '../shapes/tools/tool-spellings.ts'

const ASSISTANT = '<|assistant|>'
const RESULT = '<|observation|>'
const TURNS = [ASSISTANT]

/**
 * The name stands where the header of a message would; nothing marks it. So the first line is a call only when it is
 * the name of a known tool and JSON follows.
 *
 *     find_book
 *     {"title": "Momo"}
 */
export const glm49b = shapeDialect(
  {
    id: 'glm-4-9b',
    aliases: ['chatglm3'],
    title: 'GLM-4-9B',
    speakers: ['GLM-4-9B', 'ChatGLM3'],
    results: { each: `${RESULT}\n$result`, between: '\n' },
    signs: () => [],
    lesson: {
      paragraphs: ['# 可用工具\n\n$tools', '调用工具时，第一行只写工具名，下一行用 JSON 写参数：\n{工具名}\n{参数}'],
      tool: asObjectLines,
      each: '## $name\n\n$tool',
      betweenTools: '\n\n',
    },
    turns: ['<|user|>', '<|system|>'],
    patience: 160,
  },
  {
    marks: [ASSISTANT],
    format: (calls) => calls.map((call) => `${call.name}\n${argumentsJson(call)}`).join(ASSISTANT),

    *parse(reading) {
      const heads = headsOf(reading.tools)
      for (;;) {
        if (!reading.prose.thinking) yield* readCall(reading, heads)
        if ((yield* reading.prose.until(TURNS)) === undefined) return
        reading.write.closeProse()
      }
    },
  },
)

function headsOf(tools: readonly ToolSpec[]): MarkSet {
  return new MarkSet(
    tools.flatMap(({ name }) => [name, `\n${name}`, ` ${name}`].map((line) => sequenceMark(name, [line, '\n', SPACE, '{']))),
  )
}

function* readCall(reading: Reading, heads: MarkSet): Step {
  const { source, write } = reading
  const head = yield* take(source, heads)
  if (head === undefined) return
  source.unread('{')
  source.record(head.slice(0, -1))
  const call = write.call()
  call.name(head.slice(0, -1).trim())
  yield* readArguments(reading, call, { opener: source.recorded, closers: [], barriers: TURNS })
}
