import { expect } from '@playwright/test'
import { test } from './files-test.ts'

test('a full browser refuses with a clear sentence, loses nothing, and goes on when there is room again', async ({
  page,
  served,
  context,
}) => {
  const session = await context.newCDPSession(page)
  await session.send('Storage.overrideQuotaForOrigin', { origin: served.origin, quotaSize: 2_000_000 })
  const full = await page.evaluate(async () => {
    const { isFileError, openIndexedDbFiles, toPath } = window.files.browser
    const files = await openIndexedDbFiles({ name: 'room' })
    const by = { actor: 'user' } as const
    await files.write(toPath('/kept'), 'before', by)
    // Noise, so that no compression makes it fit.
    const bytes = new Uint8Array(8_000_000)
    for (let start = 0; start < bytes.length; start += 50_000) crypto.getRandomValues(bytes.subarray(start, start + 50_000))
    const batch = [
      { path: toPath('/kept'), data: 'after' },
      { path: toPath('/big'), data: bytes },
    ]
    const problem = await files.writeMany(batch, by).catch((error: unknown) => error)
    const again = await openIndexedDbFiles({ name: 'room' })
    const names = (await again.list(toPath('/'), by)).map((entry) => entry.name)
    const kept = [(await files.read(toPath('/kept'), by)).data, (await again.read(toPath('/kept'), by)).data]
    const versions = (await again.history.versions(toPath('/kept'), by)).length
    return { problem: isFileError(problem) ? [problem.code, problem.message] : String(problem), names, kept, versions }
  })
  expect(full).toEqual({
    problem: [
      'ENOSPC',
      'This browser has no room left for files. Nothing was changed. Remove files or old versions, then try again.',
    ],
    names: ['kept'],
    kept: ['before', 'before'],
    versions: 1,
  })
  await session.send('Storage.overrideQuotaForOrigin', { origin: served.origin })
  const writeAgain = () =>
    page.evaluate(async () => {
      const { isFileError, measureRoom, openIndexedDbFiles, toPath } = window.files.browser
      const files = await openIndexedDbFiles({ name: 'room' })
      try {
        await files.write(toPath('/kept'), 'after', { actor: 'user' })
      } catch (error) {
        return isFileError(error) ? error.code : String(error)
      }
      const room = await measureRoom()
      const shown = room !== undefined && room.used > 0 && room.limit > room.used
      return { text: (await files.read(toPath('/kept'), { actor: 'user' })).data, shown }
    })
  // The browser remembers for a few seconds that there was no room.
  await expect.poll(writeAgain, { timeout: 30_000 }).toEqual({ text: 'after', shown: true })
})

test('a program that fills the browser in the middle of its work is told so, and what it wrote before stays', async ({
  page,
  served,
  context,
}) => {
  const session = await context.newCDPSession(page)
  await session.send('Storage.overrideQuotaForOrigin', { origin: served.origin, quotaSize: 3_000_000 })
  const told = await page.evaluate(async () => {
    const { createFilesBridge, housePolicy, openIndexedDbFiles, toPath } = window.files.browser
    const files = await openIndexedDbFiles({ name: 'program' })
    const { signal } = new AbortController()
    const { promise: nobody } = Promise.withResolvers<never>()
    const bridge = createFilesBridge(
      files,
      housePolicy(),
    )({ callId: 'c', language: 'en', onProgress: () => undefined, human: () => nobody, signal })
    // Noise, so that no compression makes it fit, and never the same twice.
    const words = new Uint32Array(16_000)
    const noise = () => Array.from(crypto.getRandomValues(words), (word) => word.toString(36)).join('')
    let written = 0
    let problem = ''
    for (; written < 200 && problem === ''; written += 1)
      problem = await bridge.write(`/f${written}`, noise(), signal).then(
        () => '',
        (error: unknown) => String(error),
      )
    const kept = (await files.list(toPath('/'), { actor: 'user' })).length
    return { problem, lost: written - 1 - kept }
  })
  expect(told).toEqual({
    problem:
      'FileError: This browser has no room left for files. Nothing was changed. Remove files or old versions, then try again.',
    lost: 0,
  })
})
