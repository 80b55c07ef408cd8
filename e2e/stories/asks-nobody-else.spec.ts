import { expect, test } from '@playwright/test'
import { chromiumFlags } from '../harness/chromium-flags.ts'
import { launchWatched } from '../harness/watched-browser.ts'
import { startParley } from './support/parley-server.ts'
import { startUpstream } from './support/scripted-upstream.ts'
import { answers, ask, openStudio } from './support/studio.ts'

test('a link that is only pointed at is not looked up, and a picture from elsewhere is not fetched', async () => {
  const upstream = await startUpstream(() => ({
    text: 'Look at [the page](http://pointed-at.invalid/page) and ![a picture](http://picture.invalid/x.png), or http://plain.invalid/.',
  }))
  const parley = await startParley({ PARLEY_URL: upstream.url, PARLEY_MODELS: 'scripted', PARLEY_RETRIES: '0' })
  const executablePath = process.env['E2E_CHROMIUM']
  const browser = await launchWatched({ ...(executablePath && { executablePath }), args: [...chromiumFlags] })
  try {
    const page = await browser.context.newPage()
    await openStudio(page, { url: parley.url, model: 'scripted' })
    await expect(page.locator('meta[http-equiv="x-dns-prefetch-control"][content="off"]')).toHaveCount(1)
    await ask(page, 'Show me')
    const link = answers(page).last().getByRole('link', { name: 'the page' })
    await link.hover()
    await link.focus()
    await expect(answers(page).last()).toContainText('[a picture]')
    await expect(answers(page).last().locator('img')).toHaveCount(0)
    // What the browser does on its own account, it does while it is idle.
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  } finally {
    const log = await browser.close()
    await parley.kill()
    await upstream.stop()
    expect(log).toContain('127.0.0.1')
    for (const host of ['pointed-at', 'picture', 'plain']) expect(log).not.toContain(`${host}.invalid`)
  }
})
