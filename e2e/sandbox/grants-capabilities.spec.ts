import { expect, test } from './sandbox-test.ts'

// The page is shared by all tests of the file; a recording of each would only slow them down.
test.use({ trace: 'off' })

/** Runs a program in the page with files that a small policy guards. */
const withFiles = (code: string) => async (): Promise<unknown> => {
  const stored = new Map([['/notes.txt', 'remember']])
  const outcome = await window.page.sandbox.run(
    {
      code,
      limits: { timeoutMs: 30_000 },
      capabilities: {
        files: {
          read: async (path) => {
            const text = stored.get(path)
            if (text === undefined) throw new Error(`ENOENT: there is no ${path}.`)
            return text
          },
          write: async (path, text) => {
            if (path.startsWith('/locked')) throw new Error('The rule "locked" forbids this write.')
            stored.set(path, text)
          },
          list: async () => [...stored.keys()].map((name) => ({ name, type: 'file' as const })),
          delete: async (path) => void stored.delete(path),
        },
      },
    },
    new AbortController().signal,
  )
  return { outcome, stored: [...stored] }
}

test('granted files can be read, written, listed and deleted', async ({ page, run }) => {
  await run('1')
  const code = `await files.write('/new.txt', await files.read('/notes.txt') + '!'); const names = await files.list('/'); await files.delete('/notes.txt'); names.map((entry) => entry.name)`
  expect(await page.evaluate(`(${withFiles.toString()})(${JSON.stringify(code)})()`)).toMatchObject({
    outcome: { kind: 'returned', value: { json: ['/notes.txt', '/new.txt'] } },
    stored: [['/new.txt', 'remember!']],
  })
})

/** Runs a program that asks for a thousand writes at once, and stops it at the third. Counts those that began by then and later. */
const stoppedWrites = async (code: string) => {
  const stop = new AbortController()
  let begun = 0
  const write = async () => {
    begun += 1
    if (begun === 3) stop.abort()
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  const { promise } = Promise.withResolvers<never>()
  const none = () => promise
  const files = { write, read: none, list: none, delete: none }
  const outcome = await window.page.sandbox.run({ code, capabilities: { files } }, stop.signal)
  const atStop = begun
  // Long enough for all of them, if anybody still worked on them.
  for (let round = 0; round < 20; round += 1) await write()
  return { kind: outcome.kind, atStop, later: begun - 20 }
}

test('Stop ends what a program has asked for, and no file is written afterwards', async ({ page, run }) => {
  await run('1')
  const code = `await Promise.all(Array.from({ length: 1000 }, (_, n) => files.write('/f' + n, 'x')))`
  const { kind, atStop, later } = await page.evaluate(stoppedWrites, code)
  expect(kind).toBe('stopped')
  expect(atStop).toBeLessThan(20)
  expect(later).toBe(atStop)
})

test('files that a program did not wait for are written when its result is there', async ({ page, run }) => {
  await run('1')
  const code = `for (let n = 0; n < 50; n++) void files.write('/f' + n, 'x'); 'done'`
  const { outcome, stored } = await page.evaluate<{ outcome: object; stored: unknown[] }>(
    `(${withFiles.toString()})(${JSON.stringify(code)})()`,
  )
  expect(outcome).toMatchObject({ kind: 'returned', value: { json: 'done' } })
  expect(stored).toHaveLength(51)
})

test('a program that asks too often is told so, and not left waiting', async ({ page, run }) => {
  await run('1')
  const code = `for (let n = 0; n < 10_000; n++) void files.write('/f', 'x'); await files.list('/')`
  expect(await page.evaluate(`(${withFiles.toString()})(${JSON.stringify(code)})()`)).toMatchObject({
    outcome: { kind: 'threw', error: { message: expect.stringContaining('10000 times') } },
  })
})

test('what the policy refuses, the program can read and handle', async ({ page, run }) => {
  await run('1')
  expect(await page.evaluate(`(${withFiles.toString()})("await files.write('/locked/x', '1')")()`)).toMatchObject({
    outcome: { kind: 'threw', error: { message: 'The rule "locked" forbids this write.' } },
  })
  expect(
    await page.evaluate(`(${withFiles.toString()})("try { await files.read('/none') } catch (error) { error.message }")()`),
  ).toMatchObject({ outcome: { value: { json: 'ENOENT: there is no /none.' } } })
  expect(await page.evaluate(`(${withFiles.toString()})("await files.write('/x', { not: 'text' })")()`)).toMatchObject({
    outcome: { kind: 'threw', error: { message: 'The argument text must be text.' } },
  })
})

test('nothing is granted that was not asked for, and the refusal says what to do', async ({ run }) => {
  expect(await run(`await files.list('/')`)).toMatchObject({
    kind: 'threw',
    error: { message: expect.stringContaining('may not use files') },
  })
  expect(await run(`await fetch('https://example.com/')`)).toMatchObject({
    kind: 'threw',
    error: { message: expect.stringContaining('has no network') },
  })
})

test('a session is granted nothing, because code left there by an earlier program would use it too', async ({ page, run }) => {
  await run(`setInterval(() => files.read('/a').then((text) => { globalThis.stolen = text }, () => {}), 5)`, {
    session: 'grants',
  })
  const second = await page.evaluate(() => {
    const files = { read: async () => 'secret', write: async () => {}, list: async () => [], delete: async () => {} }
    const code = `await new Promise((resolve) => setTimeout(resolve, 60)); globalThis.stolen ?? (await files.read('/a').catch((error) => error.message))`
    return window.page.sandbox.run({ code, session: 'grants', capabilities: { files } }, new AbortController().signal)
  })
  expect(second).toMatchObject({ kind: 'returned', value: { text: expect.stringContaining('may not use files') } })
})

test('network reaches the one granted host and no other', async ({ page, run, served }) => {
  await run('1')
  const host = new URL(served.origin).host
  const fetching = (code: string) =>
    page.evaluate(
      ([program, granted]) =>
        window.page.sandbox.run(
          { code: program ?? '', capabilities: { network: { host: granted ?? '' } }, limits: { timeoutMs: 3000 } },
          new AbortController().signal,
        ),
      [code, host],
    )
  expect(
    await fetching(
      `const r = await fetch('${served.origin}/plain'); [r.status, r.headers.get('content-type'), (await r.text()).includes('doctype')]`,
    ),
  ).toMatchObject({ value: { json: [200, 'text/html', true] } })
  expect(await fetching(`(await fetch('${served.origin}/missing')).ok`)).toMatchObject({ value: { json: false } })
  for (const address of ['http://127.0.0.1:1/', 'http://localhost/', 'file:///etc/passwd', `http://user@${host}/`]) {
    expect(await fetching(`await fetch('${address}')`), address).toMatchObject({ kind: 'threw' })
  }
})
