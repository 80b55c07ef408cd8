import { statSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { ask, openStudio, waitingCard } from '../stories/support/studio.ts'
import { takePicture } from './take-picture.ts'

test.use({ viewport: { width: 1180, height: 880 }, colorScheme: 'light', locale: 'en-US' })

test('one call is done, the next one waits', async ({ page }) => {
  await openStudio(page)
  await ask(page, 'Sum all primes below 1000')
  await page.getByRole('button', { name: /^Execute/ }).click()
  await expect(page.getByText('76127').last()).toBeVisible()
  await ask(page, 'Create a simple React component Button.tsx')
  await expect(waitingCard(page).getByRole('button', { name: /^Write file/ })).toBeVisible()
  await expect(page.locator('[data-action="stop-answer"]')).toHaveCount(0)
  expect(statSync(await takePicture(page, 'studio')).size).toBeLessThan(200_000)
})
