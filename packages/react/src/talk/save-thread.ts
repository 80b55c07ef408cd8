import { readSpokenThread, threadMarkdown, threadPage } from '@parley/browser'
import type { Outcome } from '@parley/dialects'
import { saveAs } from '../files/save-as.ts'
import type { TalkWords } from '../language/talk-words.ts'
import type { StudioServices } from '../studio/studio-services.ts'

export const fileName = (title: string): string => title.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 40) || 'parley'

const outcomeWords = ({ call: { badge } }: TalkWords): Readonly<Record<Outcome, string>> => ({
  ok: badge.succeededUntimed,
  error: badge.failed,
  denied: badge.rejected,
  cancelled: badge.stopped,
})

interface Saving {
  readonly words: TalkWords
  readonly tag: string
}

/** The branch that is shown, for people to read. */
export async function saveThread(
  { storage }: StudioServices,
  threadId: string,
  form: 'markdown' | 'html',
  { words, tag }: Saving,
): Promise<void> {
  const thread = await readSpokenThread(storage, threadId)
  if (!thread) return
  const name = fileName(thread.title)
  const page = {
    you: words.thread.you,
    model: words.thread.model,
    untitled: words.thread.untitled,
    result: words.call.result,
    outcome: (outcome: Outcome) => outcomeWords(words)[outcome],
    time: (at: number) => timeOf(at, tag),
  }
  const [{ toHtml }, { shownHtml, shownMarkdown }] = await Promise.all([import('./to-html.ts'), import('./shown-pieces.ts')])
  if (form === 'markdown') return saveAs(`${name}.md`, threadMarkdown(thread, { ...page, shown: shownMarkdown }), 'text/markdown')
  saveAs(`${name}.html`, threadPage(thread, { ...page, shown: shownHtml, tag, toHtml }), 'text/html')
}

/** A time from elsewhere may be none. */
function timeOf(at: number, tag: string): string {
  const date = new Date(at)
  return Number.isNaN(date.getTime()) ? '' : date.toLocaleString(tag, { dateStyle: 'medium', timeStyle: 'short' })
}
