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
