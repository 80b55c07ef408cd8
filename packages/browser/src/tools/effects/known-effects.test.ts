import { expect, test } from 'vitest'
import { z } from 'zod'
import { coversCall, type Grant } from '../../approval/grants.ts'
import { housePolicy } from '../../approval/policy.ts'
import type { CallQuestion, Mode, Rule } from '../../approval/verdict.ts'
import { defineTool } from '../define-tool.ts'
import type { Effect, OwnEffect } from '../tool.ts'
import { effectsBy } from './known-effects.ts'

const mail = (to: string): OwnEffect => ({
  kind: 'own',
  name: 'send-mail',
  target: to,
  does: 'write',
  says: `sends a mail to ${to}`,
  done: `sent a mail to ${to}`,
})
const sendMail = defineTool({
  name: 'send_mail',
  description: 'Sends a mail.',
  parameters: z.object({ to: z.string().describe('To whom.') }),
  effects: ({ to }) => [mail(to)],
  execute: ({ to }) => to,
})

const question = (effects: readonly Effect[], mode: Mode, grants: readonly Grant[] = []): CallQuestion => ({
  threadId: 't',
  call: { type: 'tool-call', id: 'c', name: 'send_mail', input: {} },
  hash: 'h',
  fingerprint: 'f',
  effects,
  mode,
  grants,
  repeats: 0,
})
const grantOf = (effects: readonly Effect[]): Grant => ({
  id: 'g',
  tool: 'send_mail',
  fingerprint: 'f',
  scope: { kind: 'effects', effects },
  createdAt: 0,
  uses: 0,
})
const looks: OwnEffect = { kind: 'own', name: 'look-at-lamps', does: 'read', says: 'looks which lamps are on' }

test('an effect that only the page knows of comes through with its words', () => {
  expect(effectsBy(sendMail, { to: 'anna@example.com' })).toEqual([mail('anna@example.com')])
})

test('a kind that nobody knows, and a known one that does not say what it must, may be anything', () => {
  const made = (effect: object) => effectsBy({ ...sendMail, effects: () => [effect as Effect] }, {})
  for (const effect of [
    { kind: 'teleport', to: 'Mars' },
    { kind: 'own', name: 'send-mail', does: 'write' },
    { kind: 'own', name: '', does: 'write', says: 'sends' },
    { kind: 'own', name: 'send-mail', does: 'nothing at all', says: 'sends' },
    { kind: 'write-files' },
    { kind: 'network', host: 7 },
    { kind: 'toString' },
    {},
  ])
    expect(made(effect)).toEqual([{ kind: 'unknown' }])
  const broken = { ...sendMail, effects: () => null as unknown as readonly Effect[] }
  expect(effectsBy(broken, {})).toEqual([{ kind: 'unknown' }])
})

test.each<[OwnEffect, Mode, string, string]>([
  [mail('anna'), 'auto', 'ask', 'asks-own-write'],
  [{ ...mail('anna'), does: 'destroy' }, 'auto', 'ask', 'asks-own-destroy'],
  [mail('anna'), 'plan', 'deny', 'mode-plan'],
  [looks, 'ask', 'ask', 'asks-own-read'],
  [looks, 'auto-read', 'allow', 'mode-auto-read'],
  [looks, 'auto', 'allow', 'mode-auto'],
])('%j in mode %s: %s, by %s', (effect, mode, kind, rule) => {
  expect(housePolicy()(question([effect], mode))).toMatchObject({ kind, rule })
})

const covers = (granted: Effect, asked: Effect) => coversCall(grantOf([granted]), question([asked], 'ask'))
const teleport = (to: string) => ({ kind: 'teleport', to }) as unknown as Effect

test('a grant holds for the same effect on the same target, and for nothing that was not shown', () => {
  expect(covers(mail('anna'), mail('anna'))).toBe(true)
  expect(covers(mail('anna'), { ...mail('anna'), says: 'sends Anna a mail' })).toBe(true)
  expect(covers(mail('anna'), mail('ben'))).toBe(false)
  expect(covers(mail('anna'), { ...mail('anna'), does: 'destroy' })).toBe(false)
  expect(covers(mail('anna'), { ...mail('anna'), name: 'send-money' })).toBe(false)
  expect(covers(mail('anna'), { kind: 'remote', server: 'x', does: 'write' })).toBe(false)
  expect(covers(teleport('Mars'), teleport('Venus'))).toBe(false)
})

const onlyAnna: Rule = ({ effects }) =>
  effects.some((effect) => effect.kind === 'own' && effect.name === 'send-mail' && effect.target !== 'anna')
    ? { kind: 'deny', rule: 'only-anna', author: 'page', reason: 'Mails go to Anna alone.' }
    : undefined

test('a rule of the page speaks about its effects by their names', () => {
  const decide = housePolicy({ rules: [onlyAnna] })
  expect(decide(question([mail('ben')], 'auto', [grantOf([mail('ben')])]))).toMatchObject({ kind: 'deny', rule: 'only-anna' })
  expect(decide(question([mail('anna')], 'auto', [grantOf([mail('anna')])]))).toMatchObject({ kind: 'allow', rule: 'granted' })
})
