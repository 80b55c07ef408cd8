import { describe, expect, test } from 'vitest'
import { digest } from '../../canonical/digest.ts'
import { hermes } from '../../dialects/hermes.ts'
import { Allowance, TemplateError, USUAL_BUDGET } from '../budget.ts'
import { ollamaRender } from './ollama-render.ts'
import { dialectFromOllama } from './ollama-template.ts'

const render = (template: string, given: Parameters<ReturnType<typeof ollamaRender>>[0] = {}): string =>
  ollamaRender(template, new Allowance(USUAL_BUDGET))(given)

const messages = [
  { role: 'system', content: 'Be kind.' },
  { role: 'user', content: 'Hi' },
]

describe('a Go template', () => {
  test.each([
    ['{{ .System }}!', 'Be kind.!'],
    ['a {{- " b " -}} c', 'a b c'],
    ['{{/* nothing {{ */}}x', 'x'],
    ['{{ range .Messages }}[{{ .Role }}]{{ end }}', '[system][user]'],
    ['{{ range $i, $m := .Messages }}{{ $i }}{{ $m.Content }};{{ end }}', '0Be kind.;1Hi;'],
    [
      '{{ range $i, $_ := .Messages }}{{ $last := eq (len (slice $.Messages $i)) 1 }}{{ if $last }}last{{ else }}first {{ end }}{{ end }}',
      'first last',
    ],
    ['{{ if eq .System "x" }}a{{ else if .System }}b{{ else }}c{{ end }}', 'b'],
    ['{{ range .Tools }}t{{ else }}none{{ end }}', 'none'],
    ['{{ $s := "a" }}{{ range .Messages }}{{ $s = print $s .Role }}{{ end }}{{ $s }}', 'asystemuser'],
    ['{{ range .Messages }}{{ if eq .Role "system" }}{{ continue }}{{ end }}{{ .Role }}{{ end }}', 'user'],
    ['{{ with .System }}<{{ . }}>{{ end }}', '<Be kind.>'],
    ['{{ (index .Messages 1).Content }}', 'Hi'],
    ['{{ if and (ge (len .System) 80) (eq (slice .System 0 80) "x") }}a{{ end }}b', 'b'],
    ['{{ "}}" }}{{ `{{` }}', '}}{{'],
    ['{{ .System | printf "%q" }}', '"Be kind."'],
    ['{{ .constructor }}{{ .Messages.length }}{{ .__proto__ }}', ''],
  ])('%s writes %s', (template, written) => expect(render(template, { messages })).toBe(written))

  test('is given calls and tools as Ollama gives them, in JSON where they are written', () => {
    const given = {
      messages: [{ role: 'assistant', content: '', tool_calls: [{ function: { name: 'f', arguments: { b: 1, a: 'x' } } }] }],
      tools: [{ type: 'function', function: { name: 'f', description: 'd', parameters: {} } }],
    }
    expect(
      render('{{ range .Messages }}{{ range .ToolCalls }}{{ .Function.Name }}{{ .Function.Arguments }}{{ end }}{{ end }}', given),
    ).toBe('f{"a":"x","b":1}')
    expect(render('{{ range .Tools }}{{ .Function }}{{ end }}', given)).toBe('{"description":"d","name":"f","parameters":{}}')
  })

  test.each([
    ['{{ if .System }}', 'never closed'],
    ['{{ end }}', 'where nothing was opened'],
    ['{{ .System', 'never closed'],
    ['{{ template "x" }}', 'uses `template`'],
    ['{{ exec "rm" }}', 'uses `exec`'],
    ['{{ $x }}', 'stands for nothing'],
    ['{{ (eq 1 1 }}', 'bracket'],
    ['{{ ! }}', 'not understood'],
  ])('%s is refused with a sentence', (template, why) => {
    expect(() => render(template, { messages })).toThrow(TemplateError)
    expect(() => render(template, { messages })).toThrow(why)
  })

  test.each([
    ['nested blocks', `${'{{ if .System }}'.repeat(100)}${'{{ end }}'.repeat(100)}`, 'nested too deeply'],
    ['nested brackets', `{{ ${'('.repeat(100)}1${')'.repeat(100)} }}`, 'nested too deeply'],
    ['a text that is doubled', `{{ $s := "aaaaaaaa" }}${'{{ $s = print $s $s }}'.repeat(40)}`, 'writes too much'],
    [
      'a text that is put together of many',
      `{{ $s := "${'a'.repeat(9000)}" }}{{ print ${'$s '.repeat(9000)} }}`,
      'writes too much',
    ],
    ['a very wide column', `{{ printf "${'%*s'.repeat(9000)}" ${'9999 "" '.repeat(9000)} }}`, 'writes too much'],
    ['loops in loops', `${'{{ range $.Messages }}'.repeat(40)}x${'{{ end }}'.repeat(40)}`, 'too many steps'],
  ])('%s: refused at once', (_, template, why) => {
    expect(() => render(template, { messages })).toThrow(why)
  })
})

const turns = (call: string): string =>
  `{{ range $i, $_ := .Messages }}{{ $last := eq (len (slice $.Messages $i)) 1 }}<|im_start|>{{ .Role }}\n{{ .Content }}{{ if .ToolCalls }}${call}{{ end }}{{ if not (and $last (eq .Role "assistant")) }}<|im_end|>\n{{ end }}{{ if and $last (ne .Role "assistant") }}<|im_start|>assistant\n{{ end }}{{ end }}`

describe('the dialect of an Ollama model', () => {
  test('is recognised by what its template writes', async () => {
    const call =
      '{{ range .ToolCalls }}\n<tool_call>\n{"name": "{{ .Function.Name }}", "arguments": {{ .Function.Arguments }}}\n</tool_call>{{ end }}'
    expect(await dialectFromOllama(turns(call))).toMatchObject({ ok: true, by: 'recognised', knownAs: 'hermes' })
  })

  test('is made from it where no known one fits', async () => {
    const call =
      '{{ range .ToolCalls }}\n<<do>>{"name": "{{ .Function.Name }}", "arguments": {{ .Function.Arguments }}}<</do>>{{ end }}'
    expect(await dialectFromOllama(turns(call))).toMatchObject({ ok: true, by: 'derived', shape: { calls: { kind: 'json' } } })
  })

  test('is refused where the template has no place for calls, or is not understood', async () => {
    expect(await dialectFromOllama('{{ .System }}{{ .Prompt }}')).toMatchObject({ ok: false })
    expect(await dialectFromOllama('{{ template "x" }}')).toMatchObject({ ok: false })
    expect(await dialectFromOllama(`{{ .System }}${' '.repeat(100_000)}x`)).toMatchObject({ ok: false })
  })

  test('is what a dialect says of the template, where that does not show it', async () => {
    const template = '{{ .Prompt }} loses its calls'
    const known = [{ ...hermes, templates: [digest(template)] }]
    expect(await dialectFromOllama(`  ${template}\r\n`, { known })).toMatchObject({
      ok: true,
      by: 'recognised',
      knownAs: 'hermes',
      report: { cases: [] },
    })
  })
})
