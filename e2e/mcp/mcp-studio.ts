import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, type Page } from '@playwright/test'
import { root } from '../../scripts/workspace/root.mjs'
import { type RunningParley, startParley } from '../stories/support/parley-server.ts'
import { type Reply, type Script, startUpstream, type Upstream } from '../stories/support/scripted-upstream.ts'
import { expect, openStudio, type StudioOptions } from '../stories/support/studio.ts'

export const EVERYTHING = {
  command: process.execPath,
  args: [join(root, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js')],
}

/** Real MCP servers from npm, one of our own that asks back, and one that changes its mind. */
const SERVERS = {
  mcpServers: {
    everything: { ...EVERYTHING, autoApprove: ['echo'] },
    asking: { command: process.execPath, args: [join(root, 'packages/server/src/mcp/testing/asking-server.ts')] },
    evil: { command: process.execPath, args: [join(root, 'packages/server/src/mcp/testing/evil-server.ts')] },
  },
}

export interface McpStudio {
  readonly upstream: Upstream
  readonly server: RunningParley
  open(page: Page, script: Script, options?: StudioOptions): Promise<void>
}

async function startMcpStudio(servers: object): Promise<McpStudio & { close(): Promise<void> }> {
  const upstream = await startUpstream()
  const file = join(mkdtempSync(join(tmpdir(), 'parley-mcp-')), 'servers.json')
  writeFileSync(file, JSON.stringify(servers))
  const server = await startParley({
    PARLEY_MCP: file,
    PARLEY_MCP_EDIT: 'yes',
    PARLEY_URL: upstream.url,
    PARLEY_MODELS: 'scripted',
  })
  return {
    upstream,
    server,
    async open(page, script, options = {}) {
      upstream.play(script)
      await openStudio(page, { url: server.url, model: 'scripted', dialect: 'json-strict', ...options })
    },
    async close() {
      await server.kill()
      await upstream.stop()
    },
  }
}

/** One server for each worker; what a browser has looked at is its own. */
export const mcpStudio = (servers: object) =>
  base.extend<object, { studio: McpStudio }>({
    studio: [
      // oxlint-disable-next-line no-empty-pattern -- the runner reads the names it must provide from the pattern
      async ({}, use) => {
        const studio = await startMcpStudio(servers)
        await use(studio)
        await studio.close()
      },
      { scope: 'worker' },
    ],
  })

export const test = mcpStudio(SERVERS)

const TABS = { en: ['Settings', 'MCP'], zh: ['设置', 'MCP'], de: ['Einstellungen', 'MCP'] } as const

export async function openServers(page: Page, language: 'en' | 'zh' | 'de' = 'en'): Promise<void> {
  const [settings, tab] = TABS[language]
  await page.getByRole('button', { name: settings }).first().click()
  await page.getByRole('tab', { name: tab }).click()
}

export const server = (page: Page, id: string) => page.locator(`[data-mcp-server="${id}"]`)
export const tool = (page: Page, name: string) => page.locator(`[data-mcp-tool="${name}"]`)

/** Looks at the tools of a server and takes all of them, as somebody does once. */
export async function useAll(page: Page, id: string): Promise<void> {
  await openServers(page)
  await server(page, id)
    .getByRole('button', { name: /^Look at its tools/ })
    .click()
  await server(page, id).getByRole('button', { name: 'Use all of them' }).click()
  await expect(server(page, id).locator('[data-stand="on"]').first()).toBeVisible()
  await page.keyboard.press('Escape')
}

/** Answers every question with the next reply, and every result with a word. */
export function inTurn(...replies: readonly Reply[]): Script {
  let at = 0
  return ({ messages }) => (isResult(messages.at(-1)) ? { text: 'Done.' } : (replies[at++] ?? { text: 'Nothing.' }))
}

/** In whatever dialect: what the server gave stands behind the last question of the user. */
const isResult = (message: { readonly role: string; readonly content: string } | undefined) =>
  message?.role === 'tool' || /tool_call_result|<tool_response>|<tool_result/.test(message?.content ?? '')
