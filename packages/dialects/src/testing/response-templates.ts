import type { JsonObject } from '../canonical/json.ts'

/** A response template of our own, an answer that it reads, and how that is cut up. */
export interface ResponseSample {
  readonly name: string
  readonly template: JsonObject
  readonly answer: string
  /** Pieces of which answers are shuffled. */
  readonly tokens: readonly string[]
}

const THOUGHT = { open: '<mull>', close: '</mull>' }
const CALLED = { type: 'function', function: '{content}' }
const NAMED = { type: 'function', function: { name: '{name}', arguments: '{content}' } }
const around = (calls: JsonObject, more: JsonObject = {}): JsonObject => ({
  version: 1,
  defaults: { role: 'assistant' },
  start_anchor: '<|turn:model|>\n',
  fields: { thinking: THOUGHT, tool_calls: calls, content: { close: '<|over|>' }, ...more },
})

/** One for every shape that calls have in templates that were found; each answer thinks, says `On it.`, finds Momo and pings. */
export const responseSamples: readonly ResponseSample[] = [
  {
    name: 'JSON between marks',
    template: around({ open: '<do>', close_pattern: '</do>\\s*', repeats: true, content: 'json', transform: CALLED }),
    answer:
      '<mull>A book.</mull>\n\nOn it.\n<do>{"name": "find_book", "arguments": {"title": "Momo"}}</do>\n<do>{"name": "ping", "arguments": {}}</do><|over|>',
    tokens: ['<do>', '{"name": "ping", "arguments": {}}', '{"name"', '</do>', ' '],
  },
  {
    name: 'a list of calls, with keys of its own',
    template: around({
      open: '<|do|>',
      close: '<|/do|>',
      content: 'json',
      transform_each: true,
      transform: { type: 'function', function: { name: '{tool_name}', arguments: '{parameters}' } },
    }),
    answer:
      '<mull>A book.</mull>On it.<|do|>[\n  {"tool_call_id": "0", "tool_name": "find_book", "parameters": {"title": "Momo"}},\n  {"tool_call_id": "1", "tool_name": "ping", "parameters": {}}\n]<|/do|>',
    tokens: ['<|do|>', '[{"tool_name": "ping", "parameters": {}}', ']', '<|/do|>', ','],
  },
  {
    name: 'a name, then JSON',
    template: around({
      open_pattern: 'to=tools\\.(?P<name>\\S+?)<\\|with\\|>',
      close: '<|go|>',
      repeats: true,
      content: 'json',
      transform: NAMED,
    }),
    answer: '<mull>A book.</mull>On it. to=tools.find_book<|with|>{"title": "Momo"}<|go|> to=tools.ping<|with|>{}<|go|>',
    tokens: ['to=tools.', 'ping', '<|with|>', '{}', '{"a', '<|go|>'],
  },
  {
    name: 'an element for every parameter',
    template: around({
      open_pattern: '<use>\\s*<tool=(?P<name>[^\\n>]+)>',
      close_pattern: '</use>\\s*',
      repeats: true,
      content: 'xml-inline',
      content_args: {
        tag_pattern: '<with=(?P<key>[^>\\n]+)>\\s*(?P<value>.*?)\\s*</with>',
        value_parser: { name: 'json', args: { allow_non_json: true } },
      },
      transform: NAMED,
    }),
    answer:
      '<mull>A book.</mull>\nOn it.\n<use>\n<tool=find_book>\n<with=title>\nMomo\n</with>\n</tool>\n</use>\n<use>\n<tool=ping>\n</tool>\n</use>\n',
    tokens: ['<use>', '\n', '<tool=ping>', '<with=title>', 'x', '</with>', '</tool>', '</use>'],
  },
  {
    name: 'quotes of its own',
    template: around({
      open_pattern: '<\\|do>call:(?P<name>\\w+)',
      close: '<do|>',
      repeats: true,
      content: 'json',
      content_args: { unquoted_keys: true, string_delims: [['<|q|>', '<|q|>']] },
      transform: NAMED,
    }),
    answer: '<mull>A book.</mull>On it.<|do>call:find_book{title:<|q|>Momo<|q|>}<do|><|do>call:ping{}<do|>',
    tokens: ['<|do>', 'call:ping', '{a:', '<|q|>', '}', '<do|>'],
  },
  {
    name: 'calls as Python writes them',
    template: around({
      open_pattern: '(?:<\\|do\\|>\\[|,\\s*)(?P<name>\\w+)\\(',
      close_pattern: '\\)(?:\\]<\\|/do\\|>)?\\s*',
      repeats: true,
      content: 'xml-inline',
      content_args: {
        tag_pattern: "(?P<key>\\w+)=(?P<value>'[^']*'|[^,)]*)",
        value_parser: { name: 'json', args: { string_delims: [["'", "'"]], allow_non_json: true } },
      },
      transform: NAMED,
    }),
    answer: "<mull>A book.</mull>On it.<|do|>[find_book(title='Momo'), ping()]<|/do|>",
    tokens: ['<|do|>[', 'ping(', "a='b'", ', ', ')', ']<|/do|>'],
  },
  {
    name: 'JSON behind a header that may be missing',
    template: around(
      {
        open_pattern: '(?:<\\|from\\|>)?[^<]*<\\|do\\|>',
        close: '<|end|>',
        repeats: true,
        content: 'json',
        transform: { function: { name: '{content.name}', arguments: '{content.args}' } },
      },
      {
        thinking: {
          open_pattern: '(?:<\\|from\\|>)?[^<]*<\\|mull\\|>',
          close: '<|end|>',
          repeats: true,
          join: '',
          content_args: { strip: false },
        },
        content: { open_pattern: '(?:<\\|from\\|>)?[^<]*<\\|say\\|>', close: '<|end|>', repeats: true, join: '' },
      },
    ),
    answer:
      '<|mull|>A book.<|end|><|from|>me<|say|>On it.<|end|><|from|>me<|do|>{"name": "find_book", "args": {"title": "Momo"}}<|end|><|from|>me<|do|>{"name": "ping", "args": {}}<|end|>',
    tokens: ['<|from|>', 'me', '<|do|>', '<|say|>', '<|end|>', '{"name": "ping", "args": {}}'],
  },
  {
    name: 'a line for every parameter, and a thought that the prompt begins',
    template: around(
      {
        open_pattern: '@@(?P<name>\\w+)<\\|with\\|>\\n',
        close: '@@end@@[]',
        repeats: true,
        content: 'kv-lines',
        transform: NAMED,
      },
      { thinking: { open_pattern: '(?:^|<mull>\\s*)', close: '</mull>' } },
    ),
    answer: 'A book.</mull>On it.@@find_book<|with|>\ntitle: Momo\n@@end@@[]@@ping<|with|>\n@@end@@[]',
    tokens: ['@@ping', '<|with|>\n', 'a: b\n', 'x\n', '@@end@@[]'],
  },
]
