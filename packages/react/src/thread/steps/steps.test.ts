import { type AnswerMessage, type AnswerPart, type CallState, defineTool, type KnownStage, type ToolIcon } from '@parley/browser'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { bindWords } from '../../language/bind.ts'
import { english } from '../../language/english/index.ts'
import { englishLate } from '../../language/english/late.ts'
import type { LateWords } from '../../language/late-words.ts'
import { loadWords } from '../../language/words.tsx'
import { type FinishedTurn, foldOf } from './finished-turn.ts'
import { runTime, stepPhrases } from './steps-words.ts'

const PAGE = {}

interface Made {
  readonly name?: string
  readonly stage?: KnownStage
  readonly dialect?: string
  readonly shown?: true
  readonly phase?: 'settled' | 'running'
  readonly parent?: string
  readonly ran?: readonly [from: number, to: number]
}

const callOf = (
  key: string,
  { name = 'read_file', stage = 'succeeded', dialect, shown, phase = 'settled', ...more }: Made,
): CallState => ({
  stage,
  key,
  messageId: key.split('#')[0] ?? '',
  place: { index: 0, count: 1 },
  progress: [],
  record: {
    key,
    threadId: 't',
    messageId: key.split('#')[0] ?? '',
    position: 0,
    call: { type: 'tool-call', id: key, name, input: {}, ...(dialect !== undefined && { dialect }) },
    hash: '',
    phase,
    version: 1,
    attempt: 1,
    questions: [],
    createdAt: 0,
    ...(more.parent !== undefined && { parent: more.parent }),
    ...(more.ran && { startedAt: more.ran[0], endedAt: more.ran[1] }),
    ...(shown && {
      result: { type: 'tool-result', callId: key, name, outcome: 'ok', content: [], display: { shown: [] } },
    }),
  },
})

type Said = string | Made | { readonly thought: string }

/** Each list is one answer: texts, thoughts and calls in the order written. */
function turnOf(...answers: readonly (readonly Said[])[]): FinishedTurn {
  const calls: CallState[] = []
  const messages = answers.map((said, at): AnswerMessage => {
    const parts = said.map((one, index): AnswerPart => {
      if (typeof one === 'string') return { type: 'text', text: one }
      if ('thought' in one) return { type: 'reasoning', text: one.thought }
      const key = `m${at}#${index}`
      calls.push(callOf(key, one))
      return { type: 'call', key }
    })
    return { role: 'assistant', id: `m${at}`, createdAt: 0, branch: { index: 0, ids: [] }, model: '', parts, progress: 'whole' }
  })
  return { id: 'm0', answers: messages, calls }
}

const hiddenIn = (turn: FinishedTurn, page = PAGE) => {
  const fold = foldOf(turn, page)
  return fold && Object.fromEntries([...fold.hidden].map(([id, places]) => [id, [...places].join()]))
}

const READ = {}
const LONG = `This is what I found out. ${'It goes on. '.repeat(30)}`

describe('a finished turn', () => {
  it('folds its calls, its thoughts and the remarks between them, and keeps its last words', () => {
    expect(hiddenIn(turnOf(['I will look.', READ], [{ thought: 'Hm.' }, READ], [{ thought: 'So.' }, 'It is 7.']))).toEqual({
      m0: '0,1',
      m1: '0,1',
      m2: '0',
    })
  })

  it('keeps what was written to be read, and stands before the first thing it hides', () => {
    const turn = turnOf([LONG, READ, READ], ['First\n\n- a list', READ], ['Done.'])
    expect(hiddenIn(turn)).toEqual({ m0: '1,2', m1: '1' })
    expect(foldOf(turn, PAGE)?.lineIn).toBe('m0')
  })

  it('does not fold with one call, without last words, or while something waits or runs', () => {
    expect(hiddenIn(turnOf(['Look.', READ], ['Done.']))).toBeUndefined()
    expect(hiddenIn(turnOf([READ, READ]))).toBeUndefined()
    expect(hiddenIn(turnOf([READ], [READ], ['Once more:', READ]))).toBeUndefined()
    expect(hiddenIn(turnOf([READ, { stage: 'interrupted', phase: 'running' }], ['Done.']))).toBeUndefined()
    const cut = turnOf([READ, READ], ['Half of'])
    expect(hiddenIn({ ...cut, answers: cut.answers.with(1, { ...cut.answers[1]!, progress: 'cut' }) })).toBeUndefined()
  })

  it('keeps in sight what was shown, what the page draws, and what went wrong at the end', () => {
    const failed = { stage: 'failed' } as const
    expect(hiddenIn(turnOf([READ, { shown: true }, READ], ['Done.']))).toEqual({ m0: '0,2' })
    expect(hiddenIn(turnOf([READ, failed], [READ, failed], ['It failed.']))).toEqual({ m0: '0,1', m1: '0' })
    const page = { renders: new Map([['book', () => null]]) }
    expect(hiddenIn(turnOf([READ, { name: 'book' }, READ], ['Done.']), page)).toEqual({ m0: '0,2' })
    // With one of two in sight, a line would stand for one card.
    expect(hiddenIn(turnOf([READ, { shown: true }], ['Done.']))).toBeUndefined()
  })

  it('keeps what a model wrote behind a call in its own dialect: it may be a result that it made up', () => {
    const hermes = { dialect: 'hermes' }
    expect(hiddenIn(turnOf([hermes, 'The result is 7.'], [hermes], ['Done.']))).toEqual({ m0: '0', m1: '0' })
  })
})

const ICONS: Readonly<Record<string, ToolIcon>> = { read_file: 'read', run: 'code', write_file: 'write', delete_file: 'delete' }
const executor = {
  find: (name: string) =>
    name in ICONS
      ? defineTool({
          name,
          description: '',
          parameters: z.object({}),
          execute: () => '',
          face: { icon: ICONS[name] ?? 'code', title: name },
        })
      : undefined,
}

const inEnglish = bindWords({ tag: 'en', tree: { ...english, ...englishLate }, sentences: {} }) as LateWords
const said = (turn: FinishedTurn, words = inEnglish) =>
  stepPhrases(turn, executor, words)
    .map(({ text }) => text)
    .join(words.effect.comma)

describe('the line of a finished turn', () => {
  const turn = turnOf(
    [READ, { name: 'run', ran: [0, 3000] }, READ],
    [{ name: 'write_file', ran: [2000, 4000] }, { stage: 'rejected' }, { name: 'elsewhere' }],
    [{ name: 'write_file', ran: [9000, 9500] }, { stage: 'failed' }, { parent: 'm0#1' }, { parent: 'm0#1', stage: 'rejected' }],
    ['Done.'],
  )

  it('counts what was done by its verb, and names what was not, also in programs', () => {
    expect(said(turn)).toBe('Read 2, ran 1, wrote 2, called 1, rejected 2, failed 1')
    expect(stepPhrases(turn, executor, inEnglish).filter(({ isBad }) => isBad)).toEqual([{ text: 'failed 1', isBad: true }])
  })

  it('says it in other languages', async () => {
    // Other languages come whole.
    const [chinese, german] = (await Promise.all([loadWords('zh'), loadWords('de')])) as LateWords[]
    expect(said(turn, german)).toBe('2 gelesen, 1 ausgeführt, 2 geschrieben, 1 aufgerufen, 2 abgelehnt, 1 fehlgeschlagen')
    expect(said(turn, chinese)).toBe('读取 2 次、运行 1 次、写入 2 次、调用 1 次、被拒绝 2 次、失败 1 次')
  })

  it('tells how long something was running: side by side counts once, and waiting for somebody not at all', () => {
    expect(runTime(turn)).toBe(4500)
    expect(runTime(turnOf([READ], ['Done.']))).toBeUndefined()
  })
})
