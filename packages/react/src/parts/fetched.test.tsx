// @vitest-environment happy-dom
import { createRoot } from 'react-dom/client'
import { expect, it } from 'vitest'
import { fetchedPart, WhenFetched } from './fetched.tsx'

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
