import { spawn } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@playwright/test'
import { root } from '../../scripts/workspace/root.mjs'
import { startParley } from '../stories/support/parley-server.ts'
import { expect, openStudio } from '../stories/support/studio.ts'
import { openServers, server } from './mcp-studio.ts'

/** A protected MCP server with the authorisation server of the official library, as a program. */
async function startGuarded() {
  const program = join(root, 'packages/server/src/mcp/testing/login-server.ts')
  const child = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] })
  const url = await new Promise<string>((resolve) => child.stdout.once('data', (text: Buffer) => resolve(String(text).trim())))
  return { url, close: () => child.kill('SIGKILL') }
}

test('somebody signs in to a server that wants it, uses its tools, and signs out again', async ({ page, context }) => {
  const guarded = await startGuarded()
  const file = join(mkdtempSync(join(tmpdir(), 'parley-mcp-')), 'servers.json')
  writeFileSync(file, JSON.stringify({ mcpServers: { guarded: { url: guarded.url } } }))
  const parley = await startParley({ PARLEY_MCP: file })
  try {
    await openStudio(page, { url: parley.url })
    await openServers(page)
    const section = server(page, 'guarded')
    await section.getByRole('button', { name: /^Look at its tools/ }).click()
    await expect(section.getByTestId('mcp-status')).toHaveText('Wants a login')
    await section.getByRole('button', { name: /^Sign in/ }).click()
    const link = section.getByRole('link', { name: /^Go to 127\.0\.0\.1:\d+ to sign in/ })
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
    const [tab] = await Promise.all([context.waitForEvent('page'), link.click()])
    await expect(tab.getByText('You are signed in.')).toBeVisible()
    await tab.close()
    await page.bringToFront()
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await expect(section.getByTestId('mcp-status')).toHaveText('Ready')
    await expect(section).toContainText('whoami')
    await section.getByRole('button', { name: /^Sign out/ }).click()
    await expect(section.getByTestId('mcp-status')).toHaveText('Wants a login')
  } finally {
    await parley.kill()
    guarded.close()
  }
})
