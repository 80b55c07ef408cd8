import { describe, expect, test } from 'vitest'
import { ggufFile, list, text, uint32 } from '../testing/gguf-file.ts'
import { readWhole } from '../testing/laws.ts'
import { memoryBytes } from './gguf/ranged-bytes.ts'
import { modelFiles } from './model-files.ts'
import { reportLines } from './report.ts'

/** A template of our own; `call` writes one call. */
const jinja = (call: string, eos = '<|im_end|>'): string =>
  `{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content or '' }}{% for c in m.tool_calls or [] %}${call}{% endfor %}${eos}\n{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}`
const hermes = jinja(
  '\n<tool_call>\n{"name": "{{ c.function.name }}", "arguments": {{ c.function.arguments | tojson }}}\n</tool_call>',
)
const odd = jinja('\n<<do>>{"name": "{{ c.function.name }}", "arguments": {{ c.function.arguments | tojson }}}<</do>>')
const response = (open: string, close: string) => ({
  start_anchor: '<|im_start|>assistant\n',
  fields: {
    thinking: { open: '<mull>', close: '</mull>' },
    tool_calls: { open, close, repeats: true, content: 'json', transform: { type: 'function', function: '{content}' } },
    content: {},
  },
})

const chosen = async (files: Parameters<typeof modelFiles>[0]): Promise<readonly string[]> => {
  const derived = await modelFiles(files)
  const { steps } = derived.report
  return [
    derived.ok ? `${derived.by} ${derived.knownAs ?? ''}`.trim() : 'refused',
    ...steps.filter(({ step }) => step === 'files').map(({ sentence }) => sentence),
  ]
}

describe("a model's own files", () => {
  test('the template for tools is preferred, and the report names where it stands', async () => {
    expect(await chosen({ props: { chat_template: odd, chat_template_tool_use: hermes } })).toEqual([
      'recognised hermes',
      'The chat template is `chat_template_tool_use` of /props.',
    ])
    const named = [
      { name: 'default', template: odd },
      { name: 'tool_use', template: hermes },
    ]
    expect(await chosen({ tokenizerConfig: { chat_template: named } })).toEqual([
      'recognised hermes',
      'The chat template is `tool_use` in `chat_template` of tokenizer_config.json.',
    ])
    expect(await chosen({ tokenizerConfig: { chat_template: hermes } })).toContain(
      'The chat template is `chat_template` of tokenizer_config.json.',
    )
    expect(await chosen({ chatTemplate: odd })).toEqual(['derived', 'The chat template is the one that was given.'])
  })

  test('a GGUF file and an answer of Ollama are files, too', async () => {
    const gguf = ggufFile([
      ['tokenizer.ggml.tokens', list([text('<s>'), text('<|im_end|>')])],
      ['tokenizer.ggml.eos_token_id', uint32(1)],
      ['tokenizer.chat_template', text(hermes)],
    ])
    expect(await chosen({ gguf: memoryBytes(gguf) })).toEqual([
      'recognised hermes',
      'The chat template is `tokenizer.chat_template` of the GGUF file.',
    ])
    expect(await chosen({ show: { template: hermes } })).toEqual([
      'recognised hermes',
      'The chat template is `template` of /api/show.',
    ])
  })

  test('with both templates answers are read by the one and written by the other', async () => {
    const derived = await modelFiles({
      tokenizerConfig: {
        chat_template: odd,
        response_template: response('<<do>>', '<</do>>'),
        eos_token: { content: '<|fin|>' },
      },
    })
    if (!derived.ok) throw new Error(reportLines(derived.report).join('\n'))
    expect(derived.by).toBe('response-template')
    expect(derived.report.sentence).toContain('as the chat template does')
    const { dialect } = derived
    const written = dialect.formatCalls([{ id: 'call_1', name: 'ping', input: {} }])
    expect(written).toContain('<<do>>')
    expect(readWhole(dialect, { tools: [] }, `<mull>Hm.</mull>Well. ${written}<|fin|>`)).toMatchObject([
      { type: 'reasoning', text: 'Hm.' },
      { type: 'text', text: 'Well.' },
      { type: 'tool-call', name: 'ping' },
    ])
  })

  test('a response template that cannot be used leaves the chat template, and the report says why', async () => {
    const lookahead = { ...response('<tool_call>', '</tool_call>'), start_anchor: undefined, start_anchor_pattern: '(?=a)' }
    const derived = await modelFiles({
      chatTemplate: hermes,
      tokenizerConfig: { response_template: JSON.parse(JSON.stringify(lookahead)) },
    })
    expect(derived).toMatchObject({ ok: true, by: 'recognised' })
    expect(reportLines(derived.report).join('\n')).toContain(
      '✗ response-template: The response template cannot be used: `start_anchor_pattern` uses a lookahead',
    )
  })

  test('without a chat template the reader of a response template is joined with a known dialect', async () => {
    expect(await chosen({ tokenizerConfig: { response_template: response('<tool_call>', '</tool_call>') } })).toEqual([
      'response-template hermes',
    ])
  })

  test('the older form of it is named, not read', async () => {
    expect(await chosen({ tokenizerConfig: { response_schema: {}, chat_template: hermes } })).toContain(
      '`response_schema` is the older form of `response_template`, and is not read.',
    )
  })

  test('what is no file of a model is refused with a sentence', async () => {
    expect(await chosen({})).toEqual(['refused', 'None of the files holds a chat template or a response template.'])
    expect(await chosen({ props: 'no', tokenizerConfig: [], show: null, gguf: memoryBytes(new Uint8Array(64)) })).toEqual([
      'refused',
      'The GGUF file was refused. This is no GGUF file: it does not begin with `GGUF`.',
      'None of the files holds a chat template or a response template.',
    ])
  })
})
