import { wordsOf } from './message-words.ts'
import type { Found, Hit, ThreadNode, ThreadRecord } from './thread-store.ts'

interface Searched {
  readonly threads: () => Promise<readonly ThreadRecord[]>
  /** The messages of a thread in the order of their creation, in pieces. */
  readonly pages: (threadId: string) => AsyncIterable<readonly ThreadNode[]>
  readonly signal: AbortSignal | undefined
}

/** Longer than this, and a page that scrolls or is written into would stutter. */
const MOST_MS = 8
/** More are read by nobody, and another word finds fewer. */
const MOST_HITS = 50

/** Looks at every message once, and lets the page breathe in between. */
export async function* searchThreads(words: string, { threads, pages, signal }: Searched): AsyncGenerator<Found> {
  const wanted = words.trim()
  if (wanted === '') return
  const sign = new RegExp(wanted.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`).replaceAll(/\s+/g, String.raw`\s+`), 'iu')
  const breathe = createBreath()
  for (const thread of await threads()) {
    if (thread.deleted) continue
    const hits: Hit[] = []
    let count = 0
    for await (const page of pages(thread.id)) {
      for (const { id, message } of page) {
        if (signal?.aborted) return
        const text = wordsOf(message)
        const hit = hitIn(text, sign) ?? hitIn(asRead(text), sign)
        if (hit) {
          count += 1
          hits.push({ messageId: id, ...hit })
          if (hits.length > MOST_HITS) hits.shift()
        }
        await breathe()
      }
    }
    if (count > 0 || sign.test(thread.title)) yield { thread, hits, count }
  }
}

function createBreath(): () => Promise<void> | undefined {
  let since = performance.now()
  return () => {
    if (performance.now() - since < MOST_MS) return undefined
    return new Promise((resolve) => {
      setTimeout(() => {
        since = performance.now()
        resolve()
      })
    })
  }
}

const [BEFORE, AFTER] = [30, 60]

/** The place where the words stand, with a little around it. Undefined when they do not. */
function hitIn(text: string, sign: RegExp): Omit<Hit, 'messageId'> | undefined {
  const found = sign.exec(text)
  if (!found) return undefined
  const [begin, end] = [found.index, found.index + found[0].length]
  const before = oneLine(asRead(wholeWords(text, begin))).trimStart()
  const words = oneLine(found[0])
  const after = oneLine(asRead(text.slice(end, end + AFTER))).trimEnd()
  const head = `${begin > BEFORE ? '…' : ''}${before}`
  return { excerpt: `${head}${words}${after}${end + AFTER < text.length ? '…' : ''}`, at: head.length, length: words.length }
}

/** What stands before a place, without the rest of a word that was cut through. */
function wholeWords(text: string, place: number): string {
  const near = text.slice(Math.max(0, place - BEFORE), place)
  return place > BEFORE ? near.replace(/^\S+\s+(?=\S)/u, '') : near
}

/** Signs that Markdown does not show: `**Aarau** doubled` is read, and looked for, as "Aarau doubled". */
const asRead = (text: string): string =>
  text.replaceAll(/\*\*|__|~~|`+|^#{1,6} /gm, '').replaceAll(/(?<![\w*])\*([^\s*](?:[^*\n]*[^\s*])?)\*(?!\w)/g, '$1')

const oneLine = (text: string): string => text.toWellFormed().replaceAll(/\s+/g, ' ')
