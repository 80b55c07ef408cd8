import type { Page } from '@playwright/test'
import { LONG } from '../harness/is-long.ts'
import { test } from '../stories/support/scripted-studio.ts'
import { answers, ask, expect } from '../stories/support/studio.ts'

const ANSWER = (index: number) => `## Answer ${index}

Some **bold** words with \`code\` and a [link](https://example.com), long enough to fill a line or two of the page as answers do.

\`\`\`ts
export const value${index} = (input: readonly number[]) => input.reduce((sum, each) => sum + each, ${index})
\`\`\`

- first of ${index}
- second of ${index}

| a | b |
|---|---|
| ${index} | ${index * 2} |
`

/** Puts a conversation of so many messages where the studio keeps them. */
async function putThread(page: Page, id: string, count: number): Promise<void> {
  const texts = Array.from({ length: count }, (_, index) => (index % 2 === 0 ? `Question ${index}` : ANSWER(index)))
  await page.evaluate(
    async ([threadId, said]) => {
      const open = indexedDB.open('parley')
      await new Promise((resolve) => open.addEventListener('success', resolve))
      const transaction = open.result.transaction(['threads', 'nodes'], 'readwrite')
      const shared = { title: threadId, titledBy: 'person', mode: 'ask', extraSteps: 0, createdAt: 1, updatedAt: Date.now() }
      transaction.objectStore('threads').put({ ...shared, id: threadId, head: `m${said.length - 1}` })
      for (const [order, text] of said.entries()) {
        const message = { role: order % 2 === 0 ? 'user' : 'assistant', id: `m${order}`, parts: [{ type: 'text', text }] }
        const parent = order > 0 ? { parentId: `m${order - 1}` } : {}
        const notes = order % 2 === 1 ? { notes: { model: 'scripted' } } : {}
        transaction.objectStore('nodes').put({ threadId, id: `m${order}`, ...parent, order, message, ...notes, createdAt: order })
      }
      await new Promise((resolve) => transaction.addEventListener('complete', resolve))
      open.result.close()
    },
    [id, texts] as const,
  )
}

/** Milliseconds from the press to the last answer on screen. */
async function openMs(page: Page, id: string, count: number): Promise<number> {
  return await page.evaluate(
    async ([threadId, last]) => {
      location.hash = '#/thread/nobody'
      await new Promise((resolve) => setTimeout(resolve, 600))
      const begin = performance.now()
      location.hash = `#/thread/${threadId}`
      const isThere = () => {
        const end = document.querySelector(`[data-message-id="m${last}"]`)?.getBoundingClientRect()
        return end !== undefined && end.height > 100 && end.top < innerHeight && end.bottom > 0
      }
      while (!isThere()) await new Promise((resolve) => requestAnimationFrame(resolve))
      return performance.now() - begin
    },
    [id, count - 1] as const,
  )
}

interface Scroll {
  readonly p95: number
  readonly longest: number
  /** Where it ended. */
  readonly top: number
}

/** How long frames take while somebody scrolls from the end to the beginning: the 95th of 100, and the longest. */
async function scrollFrames(page: Page): Promise<Scroll> {
  return await page.evaluate(async () => {
    const view = [...document.querySelectorAll('main *')].find(
      (each) => getComputedStyle(each).overflowY === 'auto' && each.scrollHeight > each.clientHeight,
    )
    if (!view) throw new Error('nothing scrolls')
    const frames: number[] = []
    let before = performance.now()
    for (let step = 0; step < 600; step++) {
      view.scrollBy({ top: -400, behavior: 'instant' })
      const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve))
      frames.push(now - before)
      before = now
      if (view.scrollTop === 0 && step > 60) break
    }
    frames.sort((left, right) => left - right)
    return { p95: frames[Math.floor(frames.length * 0.95)] ?? 0, longest: frames.at(-1) ?? 0, top: view.scrollTop }
  })
}

/** How far at most what is being read stands from where the scroll should have brought it, while what is above is drawn. */
async function worstJump(page: Page): Promise<number> {
  return await page.evaluate(async () => {
    const view = document.querySelector('[data-thread-view]')
    if (!view) throw new Error('nothing scrolls')
    const middle = view.getBoundingClientRect().top + view.clientHeight / 2
    const read = () =>
      [...view.querySelectorAll('[data-message-id]')].find((each) => each.getBoundingClientRect().bottom > middle)
    let worst = 0
    for (let step = 0; step < 60; step++) {
      const shown = read()
      const before = shown?.getBoundingClientRect().top ?? 0
      view.scrollBy({ top: -100, behavior: 'instant' })
      for (let frame = 0; frame < 3; frame++) await new Promise((resolve) => requestAnimationFrame(resolve))
      const moved = (shown?.getBoundingClientRect().top ?? 0) - before
      worst = Math.max(worst, Math.abs(moved - 100))
    }
    return worst
  })
}

const calmest = (rounds: readonly Scroll[]): Scroll => rounds.reduce((best, each) => (each.p95 < best.p95 ? each : best))

test('a conversation of 500 messages opens in a second and scrolls smoothly', LONG, async ({ page, begin }) => {
  await begin((request) => ({ text: `You said: ${request.messages.at(-1)?.content}`, pieces: 4 }))
  await putThread(page, 'short', 60)
  await putThread(page, 'long', 500)
  await page.reload()
  const times = { short: [] as number[], long: [] as number[] }
  const scrolls = { short: [] as Scroll[], long: [] as Scroll[] }
  // In turns, so that what else is at work on the machine meets both alike.
  for (let round = 0; round < 3; round++) {
    times.short.push(await openMs(page, 'short', 60))
    scrolls.short.push(await scrollFrames(page))
    times.long.push(await openMs(page, 'long', 500))
    scrolls.long.push(await scrollFrames(page))
  }
  const [short, long] = [Math.min(...times.short), Math.min(...times.long)]
  const [shortFrames, frames] = [calmest(scrolls.short), calmest(scrolls.long)]
  await openMs(page, 'long', 500)
  const jump = await worstJump(page)
  console.log(`60 messages: ${short.toFixed(0)} ms, 500: ${long.toFixed(0)} ms, ratio ${(long / short).toFixed(2)}`)
  console.log(`scrolling 60: p95 ${shortFrames.p95.toFixed(0)} ms, longest ${shortFrames.longest.toFixed(0)} ms`)
  console.log(`scrolling 500: p95 ${frames.p95.toFixed(0)} ms, longest ${frames.longest.toFixed(0)} ms, ended at ${frames.top}`)
  // Beside a short one, because how fast anything is drawn depends on the machine and on who else is at work on it.
  expect(long).toBeLessThan(Math.max(1000, short * 4))
  expect(frames.p95).toBeLessThan(Math.max(34, shortFrames.p95 * 1.5))
  expect(frames.top).toBe(0)
  console.log(`what is read moved by up to ${jump.toFixed(0)} px`)
  expect(jump).toBeLessThan(8)
  await page.getByRole('button', { name: 'Go to the newest message' }).click()
  await ask(page, 'Still there?')
  await expect(answers(page).last()).toContainText('You said: Still there?')
})
