import { callSentences } from './calls.ts'
import { conversationSentences } from './conversation.ts'
import { serverSentences } from './server.ts'
import { toolSentences } from './tools.ts'

/**
 * An English sentence with `{0}`, `{1}`, … where something stands that differs each time, and the Chinese one: `{0}` is put in as it
 * came, `{~0}` is put into Chinese first.
 */
export type Sentence = readonly [english: string, chinese: string]

const HOLE = /\{~?(\d)\}/g
/** Longer texts are somebody's words, not ours; patterns are not tried on them. */
const LONGEST = 4000
const MOST_PIECES = 24

const SENTENCES = [...callSentences, ...conversationSentences, ...serverSentences, ...toolSentences]
const WHOLE: ReadonlyMap<string, string> = new Map(SENTENCES.filter(([english]) => !english.includes('{')))
const PATTERNS = SENTENCES.filter(([english]) => english.includes('{')).map(([english, chinese]) => ({
  pattern: new RegExp(
    `^${english
      .split(/\{\d\}/)
      .map(literal)
      .join('([^]+?)')}$`,
  ),
  chinese,
}))

/** What stands for a kind of value, or for things that are counted. */
const NOUNS: ReadonlyMap<string, string> = new Map([
  ['a string', '字符串'],
  ['a number', '数字'],
  ['an integer', '整数'],
  ['an object', '对象'],
  ['a list', '列表'],
  ['nothing', '空'],
  ['characters', '字符'],
  ['items', '项'],
  ['properties', '属性'],
  ['a key', '一个键'],
  ['a value', '一个值'],
  ['a comma', '一个逗号'],
  ['a colon', '一个冒号'],
  ['a line break', '换行'],
  ['a key in double quotes', '双引号中的键'],
  ['the end', '结尾'],
  ['user', '您'],
  ['model', '模型'],
  ['studio', 'Parley'],
])

function literal(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}

/** The sentences in Chinese, as many in a row as are known together; what nobody here wrote stays as it is. */
export function toChinese(text: string): string {
  if (text.length > LONGEST) return text
  const pieces = text.split(/(?<=[.!?]) (?=[A-Z`])/, MOST_PIECES + 1)
  if (pieces.length > MOST_PIECES) return text
  let said = ''
  for (let from = 0, to = pieces.length; from < pieces.length; to = pieces.length) {
    while (to > from + 1 && oneSentence(pieces.slice(from, to).join(' ')) === undefined) to -= 1
    const piece = pieces.slice(from, to).join(' ')
    const chinese = oneSentence(piece)
    const gap = said === '' || (chinese !== undefined && /[。？！]$/.test(said)) ? '' : ' '
    said += gap + (chinese ?? piece)
    from = to
  }
  return said
}

function oneSentence(text: string): string | undefined {
  const known = WHOLE.get(text)
  if (known !== undefined) return known
  for (const { pattern, chinese } of PATTERNS) {
    const found = pattern.exec(text)
    if (found) return chinese.replaceAll(HOLE, (hole, index: string) => filled(hole, found[Number(index) + 1] ?? ''))
  }
  return undefined
}

function filled(hole: string, value: string): string {
  if (!hole.startsWith('{~')) return value
  const chinese = toChinese(value)
  return chinese === value ? listed(value) : chinese
}

/** `a string, a number or null`: only when every word is known or JSON, because what a model wrote may contain an “or” as well. */
function listed(value: string): string {
  const words = value.split(/, | or /)
  const chinese = words.map((word) => NOUNS.get(word) ?? (isJson(word) ? word : undefined))
  if (!chinese.every((word) => word !== undefined)) return value
  return chinese.length === 1 ? chinese.join('') : `${chinese.slice(0, -1).join('、')}或${chinese.at(-1)}`
}

function isJson(text: string): boolean {
  return /^(?:"(?:[^"\\]|\\.)*"|-?\d[\d.e+-]*|true|false|null|`[^`]+`)$/.test(text)
}
