import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@playwright/test'
import { CLIENT, startIssuer } from '../../packages/server/src/testing/issuer.ts'
import { startParley } from '../stories/support/parley-server.ts'
import { composer, expect } from '../stories/support/studio.ts'

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

test('somebody signs in at the team’s own server, sees their name, and signs out', async ({ page }) => {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const issuer = await startIssuer(`${origin}/auth/callback`)
  const folder = mkdtempSync(join(tmpdir(), 'parley-signs-in-'))
  const file = join(folder, 'team.json')
  const signIn = { issuer: issuer.url, clientId: CLIENT.id, clientSecret: CLIENT.secret, origin, users: ['*@example.com'] }
  writeFileSync(file, JSON.stringify({ signIn }))
  const server = await startParley({ PORT: String(port), PARLEY_CONFIG: file })
  try {
    await page.goto(server.url)
    await page.getByPlaceholder('Enter any login').fill('anna')
    await page.getByPlaceholder('and password').fill('x')
    await page.getByRole('button', { name: 'Sign-in' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(composer(page)).toBeVisible()

    await page.getByRole('button', { name: 'Settings', exact: true }).click()
    const settings = page.getByRole('dialog', { name: 'Settings' })
    await expect(settings).toContainText('Signed in as anna@example.com')
    await settings.getByRole('button', { name: 'Sign out' }).click()
    // The issuer has a session of its own, and asks whether that ends, too.
    await page.getByRole('button', { name: 'Yes, sign me out' }).click()
    await expect(page).toHaveURL(/\/session\/end\/success/)

    await page.goto(server.url)
    await expect(page.getByRole('button', { name: 'Sign-in' })).toBeVisible()
  } finally {
    await server.kill()
    issuer.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
