import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { able, examinedModel, textOnly } from '../testing/examined-model.ts'
import { startUpstream, type Upstream } from '../testing/upstream.ts'
import { type DoctorRequest, runDoctor } from './doctor-command.ts'

let upstream: Upstream
let folder: string
beforeEach(async () => {
  upstream = await startUpstream()
  upstream.behave(examinedModel(textOnly(able)))
  folder = mkdtempSync(join(tmpdir(), 'parley-doctor-'))
})
afterEach(async () => {
  await upstream.close()
  rmSync(folder, { recursive: true, force: true })
})

/** What the model was asked, without what its server was asked of its models. */
const questions = () => upstream.bodies.filter((body) => body !== '')

async function doctor(request: DoctorRequest) {
  const said = { out: '', err: '' }
  const terminal = {
    out: (text: string) => void (said.out += text),
    err: (text: string) => void (said.err += text),
    watched: false,
  }
  const env = {
    PARLEY_DISCOVER: 'no',
    PARLEY_DATA: folder,
    PARLEY_URL: upstream.url,
    PARLEY_MODELS: 'house-model',
    PARLEY_TOKEN: 'some-token',
  }
  const code = await runDoctor(request, async () => readConfig({ env }), new AbortController().signal, terminal)
  return { code, ...said }
}

test('a model is examined at the terminal: progress, a table, the choice, and the card in a file', async () => {
  const out = join(folder, 'card.json')
  const { code, out: said, err } = await doctor({ model: 'house-model', out })
  expect(code).toBe(0)
  expect(err).toContain('0 of at most 32 requests, 0 tokens: native, one call')
  expect(err).toMatch(/8 of at most \d+ requests, \d+ tokens, at most \d+ s more: json-strict, an answer after a result/)
  expect(said).toContain('house-model, openai-compatible, 20')
  expect(said).toMatch(/^ +native +json-strict$/m)
  expect(said).toMatch(/^characters beyond ASCII +– +right$/m)
  expect(said).toMatch(/^ +0 of 1 +7 of 7$/m)
  expect(said).toContain('native: its server refuses the request')
  expect(said).toContain('Recommended: json-strict. Everything that was asked was answered without a flaw.')
  const again = await doctor({ replay: out })
  expect(again).toMatchObject({ code: 0, err: '' })
  expect(again.out).toBe(said)
})

test('a card whose verdicts do not hold any more, or that is none, is told by the exit code', async () => {
  const out = join(folder, 'card.json')
  await doctor({ model: 'house-model', out })
  const text = readFileSync(out, 'utf8')
  writeFileSync(out, text.replaceAll('"right": "right"', '"right": "wrong"'))
  expect(await doctor({ replay: out })).toMatchObject({ code: 2, out: expect.stringContaining('judged otherwise than then') })
  writeFileSync(out, '{}')
  expect(await doctor({ replay: out })).toMatchObject({
    code: 1,
    err: expect.stringContaining('This is not a card of the doctor.'),
  })
  expect(await doctor({ replay: join(folder, 'none.json') })).toMatchObject({
    code: 1,
    err: expect.stringContaining('There is no file'),
  })
})

test('what a card says cannot command the terminal', async () => {
  const out = join(folder, 'card.json')
  await doctor({ model: 'house-model', out })
  writeFileSync(out, readFileSync(out, 'utf8').replaceAll('"model": "house-model"', '"model": "\\u001b[2Jhouse\\u202emodel"'))
  const { out: said } = await doctor({ replay: out })
  expect(said).toContain('?[2Jhouse?model')
  expect(said).not.toContain('\u001b')
})

test('with --json a program reads the card and what it says', async () => {
  const { code, out } = await doctor({ model: 'house-model', json: true })
  expect(code).toBe(0)
  expect(JSON.parse(out)).toMatchObject({
    card: { model: 'house-model' },
    report: { holds: true, recommendation: { choice: 'json-strict' } },
  })
})

test('a model that cannot call, one that nobody has, and nonsense end with their own codes and sentences', async () => {
  expect(await doctor({ model: 'nobody' })).toMatchObject({
    code: 1,
    err: expect.stringContaining('The model `nobody` is not configured.'),
  })
  expect(await doctor({ model: 'house-model', requests: 'many' })).toMatchObject({
    code: 1,
    err: '--requests takes a whole number, not many.\n',
  })
  upstream.behave(examinedModel(() => ({ text: 'No.' })))
  expect(await doctor({ model: 'house-model' })).toMatchObject({
    code: 2,
    out: expect.stringContaining('Nothing is recommended.'),
  })
  upstream.bodies.splice(0)
  expect((await doctor({ model: 'house-model', requests: '2' })).code).toBe(2)
  expect(questions()).toHaveLength(2)
})
