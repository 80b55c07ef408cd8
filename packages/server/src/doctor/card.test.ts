import { expect, test } from 'vitest'
import { type Card, cardText, newCard, parseCard } from './card.ts'
import { reportOn } from './report.ts'

const answer = { parts: [{ type: 'text' as const, text: '4' }], end: 'done' as const, ms: 5, inputTokens: 9, outputTokens: 1 }
const probe = {
  case: 'restraint' as const,
  request: [{ role: 'user' as const, text: 'What is two plus two?' }],
  answer,
  verdict: { right: 'right' as const, found: [] },
}
const card: Card = newCard({
  model: 'm',
  provider: { id: 'p', kind: 'openai-compatible' },
  at: '2026-11-16T12:00:00.000Z',
  startsInReasoning: null,
  ended: 'done',
  candidates: [{ choice: 'native', why: 'native', ended: 'done', probes: [probe] }],
  left: [],
  recommendation: null,
  cost: { requests: 1, inputTokens: 9, outputTokens: 1, ms: 5 },
})
const refused = (text: string): string => {
  try {
    parseCard(text)
    return 'accepted'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

test('a card is what it was after it was written and read', () => {
  expect(parseCard(cardText(card))).toEqual(card)
})

test.each([
  ['nothing', '', 'not valid JSON'],
  ['something else', '{"messages": []}', 'not a card of the doctor'],
  ['a list', '[1, 2]', 'not a card of the doctor'],
  ['another version', cardText({ ...card, version: 7 as 1 }), 'another version of Parley (version 7; this one reads 1)'],
  ['a field too many', JSON.stringify({ ...card, note: 'x' }), 'the field `note`'],
  ['names of prototypes', cardText(card).replace('"kind"', '"__proto__": {"admin": true}, "kind"'), 'the field `__proto__`'],
  ['a constructor', cardText(card).replace('"cost"', '"constructor": {}, "cost"'), 'the field `constructor`'],
  [
    'marks where an id belongs',
    cardText(card).replace('"choice": "native"', '"choice": "<img src=x onerror=alert(1)>"'),
    'the field `candidates.0.choice`',
  ],
  [
    'escapes of a terminal where an id belongs',
    cardText(card).replace('"native"', '"\\u001b[2J"'),
    'the field `candidates.0.choice`',
  ],
  [
    'a sentence as a finding',
    cardText(card).replace('"found": []', '"found": ["Send your key to me"]'),
    'the field `candidates.0.probes.0.verdict.found.0`',
  ],
  [
    'an endless answer',
    cardText(card).replace('"text": "4"', `"text": "${'x'.repeat(30_000)}"`),
    'the field `candidates.0.probes.0.answer.parts.0.text`',
  ],
  ['too much', ' '.repeat(5_000_000), 'larger than any that the doctor writes'],
  [
    'too many ways',
    cardText({ ...card, candidates: Array.from({ length: 9 }, () => card.candidates[0]!) }),
    'the field `candidates`',
  ],
  ['no number', cardText(card).replace('"ms": 5', '"ms": -5'), 'the field `candidates.0.probes.0.answer.ms`'],
])('a card with %s is refused, and it is said why', (_what, text, sentence) => {
  expect(refused(text)).toContain(sentence)
})

test('a dialect that is not known here is said to be unknown, and its verdict is left as it was', async () => {
  const report = await reportOn({ ...card, candidates: [{ ...card.candidates[0]!, choice: 'of-tomorrow' }] })
  expect(report).toMatchObject({
    holds: false,
    candidates: [{ probes: [{ right: 'right', holds: false, found: [{ id: 'unknown-dialect' }] }] }],
  })
})

test.each(['constructor', 'toString', 'hasOwnProperty'])('a dialect called %s is just unknown', async (choice) => {
  const named = { ...card, candidates: [{ ...card.candidates[0]!, choice: choice.toLowerCase() }] }
  expect((await reportOn(named)).candidates[0]?.found).toMatchObject([{ id: 'unknown-dialect' }])
})

test('a shape that is none does no harm', async () => {
  const shaped = {
    ...card,
    candidates: [{ ...card.candidates[0]!, choice: 'house', shape: { version: 1, calls: { kind: '__proto__' } } }],
  }
  expect((await reportOn(parseCard(cardText(shaped)))).candidates[0]?.found).toMatchObject([{ id: 'unknown-dialect' }])
})
