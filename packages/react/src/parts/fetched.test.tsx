// @vitest-environment happy-dom
import { createRoot } from 'react-dom/client'
import { expect, it } from 'vitest'
import { composerStands, fetchedPart, partBesideComposer, partOfTalk, talkBegins, WhenFetched } from './fetched.tsx'

async function draw(load: Parameters<typeof fetchedPart>[0]): Promise<{ shown: HTMLElement; crashes: readonly string[] }> {
  const crashes: string[] = []
  const shown = document.createElement('div')
  const Part = fetchedPart(load)
  const root = createRoot(shown, { onUncaughtError: (error) => crashes.push(String(error)), onCaughtError: () => {} })
  root.render(
    <WhenFetched waiting="soon" failed="away">
      <Part />
    </WhenFetched>,
  )
  await expect.poll(() => crashes.length > 0 || !['', 'soon'].includes(shown.textContent)).toBe(true)
  return { shown, crashes }
}

it('draws what was fetched, and something else where the code does not come', async () => {
  expect((await draw(async () => ({ default: () => 'here' }))).shown.textContent).toBe('here')
  expect((await draw(() => Promise.reject(new TypeError('Failed to fetch')))).shown.textContent).toBe('away')
})

function Broken(): never {
  throw new Error('a bug')
}

it('does not hide an error in the code itself', async () => {
  expect((await draw(async () => ({ default: Broken }))).crashes).toEqual(['Error: a bug'])
})

it.each([
  ['beside the composer after the composer', partBesideComposer, composerStands],
  ['for answers when somebody begins', partOfTalk, talkBegins],
] as const)('fetches what is needed %s', async (_, laterPart, begin) => {
  const seen: string[] = []
  const shown = document.createElement('div')
  const Part = laterPart(async () => {
    seen.push('fetched')
    return { default: () => 'here' }
  })
  createRoot(shown).render(
    <WhenFetched waiting="soon" failed="away">
      <Part />
    </WhenFetched>,
  )
  await expect.poll(() => shown.textContent).toBe('soon')
  seen.push('begun')
  begin()
  await expect.poll(() => shown.textContent).toBe('here')
  expect(seen).toEqual(['begun', 'fetched'])
})
