import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkCall } from '@parley/dialects'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toChinese } from './to-chinese.ts'

const packages = join(import.meta.dirname, '../../../../')
const LITERAL = /'((?:[^'\\\n]|\\.)+)'|`((?:[^`\\]|\\.)+)`/
const CHINESE = /[\u4e00-\u9fff]/

/** Two words in a row that are no name. */
const ENGLISH = /\b[a-z]{2,} [a-z]{2,}\b/
const unquoted = (text: string) => text.replaceAll(/`[^`]*`|\S*[/._@]\S*/g, '')

/** Whoever says something that a person may be shown, and how it is written there. */
const SPEAKERS: readonly { readonly files: string; readonly says: readonly string[] }[] = [
  {
    files: 'dialects/src/**/*.ts',
    says: ['new Damage\\(', '#fail\\(', 'problem: ', 'problem \\?\\?= ', '\\?\\? ', 'sentence\\(', ' message: '],
  },
  {
    files: 'browser/src/{agent,approval,capsule,conversation,storage,turn,transport}/**/*.ts',
    says: ['refuse\\(', 'message: ', 'reason: ', 'problem: '],
  },
  { files: 'dialects/src/wire/answer/vendor-fault.ts', says: ['=> '] },
  { files: 'browser/src/sandbox/**/*.ts', says: ['message: '] },
  { files: 'browser/src/files/**/*.ts', says: ["new FileError\\('\\w+', [\\w.]+, "] },
  { files: 'browser/src/tools/*.ts', says: ['describe\\(', 'conflict\\(', "new FileError\\('\\w+', [\\w.]+, "] },
  { files: 'server/src/**/*.ts', says: ["refusal\\('[\\w/-]+', ", 'message: '] },
]

/** Sentences that only developers and models read. */
const NOT_SHOWN =
  /\.test\.ts|testing\/|\/demo\/|server\/src\/tools\/|scripted|generated|metrics|config\.ts|hosts\/|words-for-model|transcript\//

/** A piece that only fills a hole of a sentence is said with that sentence. */
const isSentence = (text: string) => /[a-z]{2,} [a-z]{2,}/.test(text) && !/^no choices$|\$\{how\}|\$\{[^}]*$/.test(text)

function spoken(): readonly string[] {
  return SPEAKERS.flatMap(({ files, says }) =>
    globSync(files, { cwd: packages })
      .filter((file) => !NOT_SHOWN.test(file.replaceAll('\\', '/')))
      .flatMap((file) => {
        const source = readFileSync(join(packages, file), 'utf8')
        const pattern = new RegExp(`(?:${says.join('|')})\\s*(?:${LITERAL.source})`, 'g')
        return [...source.matchAll(pattern)].map(([, single, template]) => single ?? template ?? '')
      }),
  ).filter(isSentence)
}

/** As it would be said: something in each hole. */
const filled = (literal: string) =>
  literal
    .replaceAll(/\$\{[^}]*\}/g, '7')
    .replaceAll('\\`', '`')
    .replaceAll("\\'", "'")

describe('sentences from below the interface', () => {
  it('has a Chinese form for everything that dialects, files, conversations and the server say to a person', () => {
    const said = [...new Set(spoken())]
    expect(said.length).toBeGreaterThan(120)
    expect(said.filter((sentence) => !CHINESE.test(toChinese(filled(sentence))))).toEqual([])
    const halves = said.map((sentence) => toChinese(filled(sentence))).filter((chinese) => ENGLISH.test(unquoted(chinese)))
    expect(halves, 'half English').toEqual([])
  })

  it('keeps what the model wrote, and puts the words around it into Chinese', () => {
    expect(toChinese('The call could not be read: `,` is expected before `or`.')).toBe('无法读取此调用：`or` 之前应为 `,`。')
    expect(toChinese('The call could not be read: inside the arguments, a comma or the end is expected before `x`.')).toBe(
      '无法读取此调用：参数内部：`x` 之前应为一个逗号或结尾。',
    )
    expect(toChinese('`count` must be a number or null, but the string "a string" was given.')).toBe(
      '`count` 必须是数字或null，但给出的是字符串 "a string"。',
    )
    expect(toChinese('`size` must be "big or small" or "none", but the string "x" was given.')).toContain(
      '"big or small" or "none"',
    )
  })

  it('has a Chinese form for everything a schema can forbid', () => {
    const properties = {
      few: { type: 'array', minItems: 2 },
      many: { type: 'string', maxLength: 1 },
      low: { type: 'number', minimum: 9 },
      high: { type: 'number', exclusiveMaximum: 1 },
      step: { type: 'integer', multipleOf: 3 },
      shape: { type: 'string', pattern: '^x$' },
      kind: { enum: ['a', 'b'] },
      either: { type: ['boolean', 'null'] },
      form: {
        anyOf: [
          { type: 'string', minLength: 5 },
          { type: 'string', pattern: 'z' },
        ],
      },
    }
    const input = { few: [1], many: 'ab', low: 1, high: 2, step: 2, shape: 'y', kind: 'c', either: 'no', form: 'a', other: 1 }
    const parameters = { type: 'object', properties, required: ['absent'], additionalProperties: false }
    const call = { type: 'tool-call', id: '1', name: 'try', input } as const
    const { problems } = checkCall(call, [{ name: 'try', description: '', parameters }])
    expect(problems).toHaveLength(11)
    expect(problems.map(({ message }) => toChinese(message)).filter((said) => /must|required|fits|argument/.test(said))).toEqual(
      [],
    )
  })

  it('puts several sentences in a row into Chinese one by one', () => {
    expect(toChinese('The model server failed (status 500). Try again, or choose another model. It said: Out of memory')).toBe(
      '模型服务器出错（状态 500）。请重试，或选择其他模型。它说：Out of memory',
    )
  })

  it('leaves what nobody here wrote as it is, whatever it is', () => {
    expect(toChinese('Quota of project 12 is used up.')).toBe('Quota of project 12 is used up.')
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(toChinese(`“${text}”`)).toBe(`“${text}”`)
      }),
    )
  })
})

it.each([
  [
    'The field `config.temperature` is wrong: Too big: expected number to be <=2. Correct it and send the request again.',
    '字段 `config.temperature` 有误：过大，最多为 2。请更正后重新发送请求。',
  ],
  [
    'The field `messages` is wrong: Invalid input: expected array, received string. Correct it and send the request again.',
    '字段 `messages` 有误：应为 array，实为 string。请更正后重新发送请求。',
  ],
])('says what is wrong with a field: %s', (english, chinese) => {
  expect(toChinese(english)).toBe(chinese)
})

it.each([
  ['a model that is not there', 'Ollama cannot be reached. Start it or check its address, or choose another model.'],
  [
    'a refused key',
    'The model server refused the key that this server has for it. Correct the key of the provider in the configuration of the server; the token of your client is another one.',
  ],
  [
    'a full context',
    'The conversation is longer than the context of the model. Make it shorter, or choose a model with a longer context.',
  ],
  ['a used-up quota', 'The model server is limiting requests. Wait a little, then try again.'],
  ['a broken stream', 'The model server ended the stream in the middle of its answer. Try again.'],
  ['a broken connection', 'The connection broke before the answer was complete. Try again.'],
  [
    'a killed program',
    'The program was stopped: its process ended, most likely because it used too much memory. Work on less at a time.',
  ],
  [
    'full storage',
    'The browser has no room left to keep this conversation. Delete threads or files you no longer need, then try again.',
  ],
])('says %s in Chinese, and nothing of it in English', (_, english) => {
  expect(toChinese(english).replace('Ollama', '')).not.toMatch(/[A-Za-z]/)
})
