import { expect, test } from 'vitest'
import { isGguf, recogniseText } from './model-file.ts'

test.each([
  ['{"chat_template": "{{ messages }}", "bos_token": "<s>"}', 'tokenizer-config'],
  ['{"default_generation_settings": {}, "chat_template": "x"}', 'props'],
  ['{"template": "{{ .Prompt }}", "details": {}}', 'show'],
  ['{"start_anchor": "x", "fields": {}}', 'response-template'],
  ['{"version": 1, "calls": {"kind": "json"}}', 'shape'],
  ['{%- for message in messages -%}{{ message.content }}{%- endfor -%}', 'chat-template'],
  ['{{- if .System }}{{ .System }}{{ end }}', 'chat-template'],
  ['{{ bos_token }}{{ messages[0].content }}', 'chat-template'],
  ['{"name": "read_file", "arguments": {"path": "/a"}}', 'answer'],
  ['<tool_call>\n{"name": "f", "arguments": {}}\n</tool_call>', 'answer'],
  ['{"tool_calls": [', 'answer'],
])('%s is known by its form: %s', (text, kind) => {
  expect(recogniseText(text).kind).toBe(kind)
})

test('of a GGUF file only the first bytes are looked at', async () => {
  const read: number[][] = []
  const huge = { size: 5e9, slice: (from: number, to: number) => (read.push([from, to]), new Blob(['GGUF'])) } as unknown as Blob
  expect(await isGguf(huge)).toBe(true)
  expect(read).toEqual([[0, 4]])
})
