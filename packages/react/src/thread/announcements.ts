import type { CallState, ThreadState } from '@parley/browser'
import type { Words } from '../language/words.tsx'

export interface Announcement {
  readonly text: string
  readonly urgent: boolean
}

const URGENT = new Set<CallState['stage']>(['failed', 'blocked', 'timed-out', 'malformed'])
const WAITING = new Set<CallState['stage']>(['awaiting', 'asking', 'review', 'interrupted'])

const nameOf = (call: CallState, words: Words): string => {
  const name = 'record' in call ? (call.record.broken?.name ?? call.record.call.name) : call.name
  return name || words.call.unnamed
}

const sentenceOf = (call: CallState): string | undefined => {
  if (!('record' in call)) return undefined
  return call.stage === 'malformed' ? call.record.broken?.problem : (call.preview?.sentence ?? call.record.sentence)
}

function announceCall(call: CallState, waiting: number, words: Words): Announcement | undefined {
  const name = nameOf(call, words)
  const sentence = words.said(sentenceOf(call) ?? '')
  if (URGENT.has(call.stage)) return { text: words.announce.trouble(name, sentence), urgent: true }
  if (WAITING.has(call.stage)) return { text: words.announce.waiting(name, sentence, waiting), urgent: false }
  if (call.stage === 'succeeded') return { text: words.announce.succeeded(name), urgent: false }
  return undefined
}

/** Whether there is more to say about a call than last time. A waiting call is announced once its sentence is known. */
const isNews = (before: CallState | undefined, call: CallState): boolean => {
  if (call.stage === 'awaiting')
    return sentenceOf(call) !== undefined && (before?.stage !== 'awaiting' || sentenceOf(before) === undefined)
  return before !== undefined && before.stage !== call.stage
}

/** What a screen reader should say after this change. Streamed text is not read out; the finished answer is mentioned once. */
export function announcementsBetween(before: ThreadState, after: ThreadState, words: Words): readonly Announcement[] {
  if (before.id !== after.id) return []
  const news: Announcement[] = []
  const waiting = [...after.calls.values()].filter((call) => WAITING.has(call.stage)).length
  for (const [key, call] of after.calls) {
    const announcement = isNews(before.calls.get(key), call) ? announceCall(call, waiting, words) : undefined
    if (announcement) news.push(announcement)
  }
  const [last, former] = [after.messages.at(-1), before.messages.at(-1)]
  const ended = last?.role === 'assistant' && last.progress === 'whole'
  const wasOpen = former?.role === 'assistant' && former.id === last?.id && former.progress === 'streaming'
  if (ended && wasOpen && !last.parts.some((part) => part.type === 'call'))
    news.push({ text: words.thread.answered, urgent: false })
  if (after.status.kind === 'unanswered' && after.status.fault && before.status.kind !== 'unanswered')
    news.push({ text: words.said(after.status.fault.message), urgent: true })
  return news
}
