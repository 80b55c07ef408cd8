import { type CallState, type ThreadState, toldSentence } from '@parley/browser'
import type { Sentence } from '@parley/dialects'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useCallExecutor } from '../call-card/call-actions.tsx'
import { toolTitle } from '../call-card/effects/tool-face.tsx'
import { badgeText, isOffer } from '../call-card/stage-badge.tsx'
import { brokenSentence } from '../language/sentences.ts'
import { useWords, type Words } from '../language/words.tsx'

/** Two silent places that a screen reader listens to: one that waits its turn and one that does not. */
export default function Announcer({ state }: { readonly state: ThreadState }) {
  const words = useWords()
  const before = useRef(state)
  const [said, setSaid] = useState({ polite: '', urgent: '', words })
  const executor = useCallExecutor()
  useEffect(() => {
    const titleOf = (tool: string) => toolTitle(executor, tool, words)
    const news = announcementsBetween(before.current, state, { words, titleOf })
    before.current = state
    if (news.length === 0) return
    const join = (urgent: boolean) =>
      news
        .filter((item) => item.urgent === urgent)
        .map((item) => item.text)
        .join(' ')
    setSaid({ polite: join(false), urgent: join(true), words })
  }, [state, words, executor])
  useProgress(state, (text) => setSaid({ polite: text, urgent: '', words }))
  // What was said in another language is not said again, nor found by who looks around.
  const { polite, urgent } = said.words === words ? said : { polite: '', urgent: '' }
  return (
    <>
      <div role="status" aria-live="polite" className="sr-only" data-testid="announcer">
        {polite}
      </div>
      <div role="alert" aria-live="assertive" className="sr-only">
        {urgent}
      </div>
    </>
  )
}

const EVERY_MS = 10_000

/** A call that runs long is mentioned every ten seconds, not more. */
function useProgress(state: ThreadState, say: (text: string) => void): void {
  const words = useWords()
  const report = useEffectEvent((seconds: number) => say(words.announce.running({ seconds })))
  const running = state.status.kind === 'running' ? state.status.keys[0] : undefined
  useEffect(() => {
    if (running === undefined) return
    const started = Date.now()
    const timer = setInterval(() => report(Math.round((Date.now() - started) / 1000)), EVERY_MS)
    return () => clearInterval(timer)
  }, [running])
}

export interface Announcement {
  readonly text: string
  readonly urgent: boolean
}

const URGENT = new Set<CallState['stage']>(['failed', 'blocked', 'timed-out', 'malformed'])
const WAITING = new Set<CallState['stage']>(['awaiting', 'asking', 'review', 'interrupted'])
const isWaiting = (call: CallState): boolean => WAITING.has(call.stage) || isOffer(call)

/** Who says it: in which words, and how a tool is called that has not said a sentence yet. */
export interface Speaker {
  readonly words: Words
  titleOf(tool: string): string
}

const sentenceOf = (call: CallState): string | Sentence | undefined => {
  if (!('record' in call)) return undefined
  if (call.stage !== 'malformed') return toldSentence(call)
  return call.record.broken && brokenSentence(call.record.broken)
}

const nameOf = (call: CallState, { words, titleOf }: Speaker): string => {
  const name = 'record' in call ? (call.record.broken?.name ?? call.record.call.name) : call.name
  return name ? titleOf(name) : words.call.unnamed
}

/** As the head of the card says it: how it stands, and what it is. */
function announceCall(call: CallState, waiting: number, speaker: Speaker): Announcement | undefined {
  const { words } = speaker
  const told = sentenceOf(call)
  const sentence = told === undefined ? nameOf(call, speaker) : words.said(told)
  const spoken = words.announce.call({ badge: badgeText(call, words, 0), sentence })
  const text = /[.!?。！？]$/u.test(spoken) ? spoken : spoken + words.announce.stop
  if (isWaiting(call)) return { text: `${text} ${words.announce.waiting({ count: waiting })}`, urgent: false }
  if (URGENT.has(call.stage)) return { text, urgent: true }
  return call.stage === 'succeeded' ? { text, urgent: false } : undefined
}

const isTold = (state: CallState | undefined) => state?.stage === 'awaiting' && sentenceOf(state) !== undefined

/** Whether there is more to say about a call than last time. A waiting call is announced once its sentence is known, an offer when it appears. */
const isNews = (before: CallState | undefined, call: CallState): boolean => {
  if (call.stage === 'awaiting') return isTold(call) && !isTold(before)
  return before === undefined ? isOffer(call) : before.stage !== call.stage
}

/** What a screen reader should say after this change. Streamed text is not read out; the finished answer is mentioned once. */
export function announcementsBetween(before: ThreadState, after: ThreadState, speaker: Speaker): readonly Announcement[] {
  if (before.id !== after.id) return []
  const { words } = speaker
  const news: Announcement[] = []
  const waiting = [...after.calls.values()].filter(isWaiting).length
  for (const [key, call] of after.calls) {
    const announcement = isNews(before.calls.get(key), call) ? announceCall(call, waiting, speaker) : undefined
    if (announcement) news.push(announcement)
  }
  const [last, former] = [after.messages.at(-1), before.messages.at(-1)]
  const ended = last?.role === 'assistant' && last.progress === 'whole'
  const wasOpen = former?.role === 'assistant' && former.id === last?.id && former.progress === 'streaming'
  if (ended && wasOpen && !last.parts.some((part) => part.type === 'call'))
    news.push({ text: words.thread.answered, urgent: false })
  if (after.status.kind === 'unanswered' && after.status.fault && before.status.kind !== 'unanswered')
    news.push({ text: words.said(after.status.fault), urgent: true })
  return news
}
