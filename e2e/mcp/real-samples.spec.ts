import { tmpdir } from 'node:os'
import { findChromium } from '../../scripts/workspace/find-chromium.mjs'
import { isLong } from '../harness/is-long.ts'
import { answers, approveNext, ask, call, cards, expect } from '../stories/support/studio.ts'
import { inTurn, mcpStudio, useAll } from './mcp-studio.ts'
import { installSamples } from './samples.ts'

const run = (...args: readonly string[]) => ({ command: process.execPath, args })

if (isLong) {
  const at = installSamples()
  const app = (name: 'basic-vanillajs' | 'budget-allocator' | 'debug') =>
    run(at(`@modelcontextprotocol/server-${name}`, 'dist/index.js'), '--stdio')
  const browser = [
    '--output-dir',
    tmpdir(),
    '--headless',
    '--isolated',
    '--no-sandbox',
    '--executable-path',
    findChromium() ?? 'chromium',
  ]
  const test = mcpStudio({
    mcpServers: {
      time: app('basic-vanillajs'),
      budget: app('budget-allocator'),
      debug: app('debug'),
      thinking: run(at('@modelcontextprotocol/server-sequential-thinking', 'dist/index.js')),
      web: run(at('@playwright/mcp', 'cli.js'), ...browser),
    },
  })

  for (const [server, tool, seen] of [
    ['time', 'get-time', /Server Time/i],
    ['budget', 'get-budget-data', /Budget/i],
    ['debug', 'debug-tool', /Host/i],
  ] as const)
    test(`the view of ${server}, a sample from npm, is drawn from its result`, async ({ page, studio }) => {
      await studio.open(page, inTurn({ text: call(`${server}__${tool}`, {}) }))
      await useAll(page, server)
      await ask(page, 'Show me')
      await approveNext(page)
      await page.getByRole('button', { name: `Show what ${server} draws` }).click()
      const body = page.frameLocator('[data-testid="app-view"] iframe').locator('body')
      await expect(body).toContainText(seen)
      expect(JSON.stringify(studio.upstream.requests)).not.toContain('debug-refresh')
    })

  test('thoughts in sequence, and a page in another browser, are calls like any other', async ({ page, studio }) => {
    const thought = { thought: 'First.', nextThoughtNeeded: false, thoughtNumber: 1, totalThoughts: 1 }
    // Together they are more than 5 % of a context of 32k, so they are found first.
    const steps = [
      call('find_tools', { query: 'sequential thinking' }),
      call('thinking__sequentialthinking', thought),
      'Done.',
      call('find_tools', { query: 'navigate to a page' }),
      call('web__browser_navigate', { url: studio.server.url }),
      'Done.',
    ]
    await studio.open(page, (_, turn) => ({ text: steps[turn - 1] ?? 'Nothing.' }))
    await useAll(page, 'thinking')
    await useAll(page, 'web')
    const last = () => JSON.stringify(studio.upstream.requests.at(-1)?.messages)
    await ask(page, 'Think')
    await approveNext(page)
    await expect(answers(page).last()).toContainText('Done.')
    await expect.poll(last).toContain('thoughtHistoryLength')
    await ask(page, 'Look')
    await approveNext(page)
    await expect(cards(page).last()).toHaveAttribute('data-stage', 'succeeded', { timeout: 60_000 })
    await expect(answers(page).last()).toContainText('Done.')
    await expect.poll(last).toContain('Page URL')
  })
}
