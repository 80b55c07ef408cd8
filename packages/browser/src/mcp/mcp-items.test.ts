import { expect, test } from 'vitest'
import { filledTemplate, isFilled, readPromptMessages, readPrompts, readResources } from './mcp-items.ts'

test.each([
  ['note://{id}', { id: 'a b/c' }, 'note://a%20b%2Fc'],
  ['file:///{+path}', { path: 'src/my file.ts' }, 'file:///src/my%20file.ts'],
  ['x://q{?text,page}', { text: 'a&b', page: '2' }, 'x://q?text=a%26b&page=2'],
  ['x://q{?text,page}', { page: '2' }, 'x://q?page=2'],
  ['x://{a}/{b}', { a: '1' }, 'x://1/'],
  ['x://{__proto__}', {}, 'x://'],
])('%s is filled in', (template, values, address) => {
  expect(filledTemplate(template, values)).toBe(address)
})

test('a template asks for each of its variables once, and a prompt for its arguments', () => {
  const [template] = readResources({ templates: [{ uriTemplate: 'x://{a}/{a}{?b*}', name: 'T' }] })
  expect(template?.fields.map(({ name }) => name)).toEqual(['a', 'b'])
  const [prompt] = readPrompts({ prompts: [{ name: 'p', arguments: [{ name: 'who', required: true }, { name: 'how' }, 7] }] })
  expect(prompt).toMatchObject({ kind: 'prompt', title: 'p', fields: [{ isRequired: true }, { isRequired: false }] })
  expect(prompt && isFilled(prompt, { who: 'me' })).toBe(true)
  expect(prompt && isFilled(prompt, { how: 'so' })).toBe(false)
})

test('what cannot be read is left out', () => {
  expect(readResources({ resources: [null, { name: 'no address' }, { uri: 'x://1' }], templates: 'no' })).toMatchObject([
    { key: 'x://1', title: 'x://1' },
  ])
})

const said = (role: string, text: string) => ({ role, content: [{ type: 'text', text }] })

test('who says what in a prompt is told where not all of it is the person’s', () => {
  expect(readPromptMessages([said('user', 'Hi')])).toEqual([{ type: 'text', text: 'Hi' }])
  expect(readPromptMessages([said('user', 'Hi'), said('assistant', 'Ho')])).toMatchObject([
    { text: 'User: Hi' },
    { text: 'Assistant: Ho' },
  ])
})
