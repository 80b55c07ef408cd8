/** What is being written and could be completed: `@sal` names a file, `/pla` a prompt or a command. */
export interface Trigger {
  readonly sign: '@' | '/'
  /** Where the sign stands. */
  readonly start: number
  /** What was written behind it. */
  readonly query: string
}

const MOST_LETTERS = 80
/** With a Chinese keyboard the sign may be a wide one, and the key of the slash writes `、`. */
const AT = new RegExp(`[@＠]([^\\s@＠]{0,${MOST_LETTERS}})$`)
const SLASH = new RegExp(`^[/、](?:[^\\s/][^\\n/]{0,${MOST_LETTERS - 1}})?$`)
const IN_WORD = /[\p{L}\p{N}_./-]/u
const IN_ADDRESS = /[\p{L}\p{N}._%+\-/@`]/u
/** These scripts put no space between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

const beginsWord = (before: string): boolean => !IN_ADDRESS.test(before) || UNSPACED.test(before)

export function triggerAt(text: string, caret: number): Trigger | undefined {
  return mentionAt(text, caret) ?? commandAt(text, caret)
}

/** `see @sal|`, and not `me@example.com`. */
function mentionAt(text: string, caret: number): Trigger | undefined {
  const [whole, query = ''] = AT.exec(text.slice(Math.max(0, caret - MOST_LETTERS - 1), caret)) ?? []
  if (whole === undefined || IN_WORD.test(text.charAt(caret))) return undefined
  const start = caret - whole.length
  return beginsWord(text.charAt(start - 1)) ? { sign: '@', start, query } : undefined
}

/** `/pla|` alone in the message, and neither `and/or` nor `/src/App.tsx`. */
function commandAt(text: string, caret: number): Trigger | undefined {
  return caret === text.length && SLASH.test(text) ? { sign: '/', start: 0, query: text.slice(1) } : undefined
}
