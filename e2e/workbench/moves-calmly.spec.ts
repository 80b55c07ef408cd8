import { test } from '@playwright/test'
import { ask, calm, expect, openStudio } from '../stories/support/studio.ts'

/** Runs in the page: notes what begins to move. */
function noteMoves() {
  const moved: string[] = []
  Object.assign(globalThis, { moved })
  document.addEventListener('transitionrun', ({ target, propertyName }) => {
    if (target instanceof Element && /^(transform|scale)$/.test(propertyName))
      moved.push(target.closest('[data-pending], aside, [role="dialog"]')?.tagName ?? 'elsewhere')
  })
}

for (const reducedMotion of ['no-preference', 'reduce'] as const)
  test.describe(`motion: ${reducedMotion}`, () => {
    test.use({ contextOptions: { reducedMotion } })

    test('a call that waits, the side and a dialog come from where they belong, for who wants motion', async ({ page }) => {
      await page.addInitScript(noteMoves)
      await openStudio(page)
      await ask(page, 'Sum all primes below 1000')
      await expect(calm(page)).toBeVisible()
      await page.getByRole('button', { name: 'Show files' }).click()
      await expect(page.getByRole('complementary', { name: 'Files' })).toBeVisible()
      await page.keyboard.press('Control+k')
      await expect(page.getByTestId('palette')).toBeVisible()
      const moved = () => page.evaluate(() => (globalThis as unknown as { readonly moved: readonly string[] }).moved)
      const wanted = reducedMotion === 'reduce' ? [] : ['SECTION', 'ASIDE', 'DIV']
      await expect.poll(moved).toEqual(wanted)
    })
  })
