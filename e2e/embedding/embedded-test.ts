import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test as base, expect, type Locator, type Page, type Request } from '@playwright/test'
import { fromSource } from '../../scripts/workspace/serve-command.mjs'

export interface EmbeddedApp {
  readonly page: Page
  /** Every request for an answer so far. */
  readonly requests: readonly Request[]
  /** Every result that went to the server, by its call, the first one first; as often as it went. */
  results(): readonly string[]
  ask(text: string): Promise<void>
  /** The newest card. */
  card(): Locator
  press(name: string | RegExp): Promise<void>
  /** How often the page's own tool did its work since it was loaded. */
  notes(): Promise<number>
}

interface Fixtures {
  readonly open: (name: 'assistant-ui' | 'use-chat' | 'shadcn' | 'bare' | 'tailwind') => Promise<EmbeddedApp>
}

export const test = base.extend<Fixtures, { readonly origin: string }>({
  origin: [
    // oxlint-disable-next-line no-empty-pattern -- the runner reads the names it must provide from the pattern
    async ({}, use) => {
      const child = spawn(process.execPath, fromSource('e2e/embedding/serve-apps.ts'), { stdio: ['ignore', 'pipe', 'inherit'] })
      let said = ''
      for await (const chunk of child.stdout) {
        said += String(chunk)
        if (said.includes('\n')) break
      }
      await use(/http:\S+/.exec(said)?.[0] ?? '')
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
    { scope: 'worker' },
  ],
  async open({ page, origin }, use) {
    const complaints: string[] = []
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    await use(async (name) => {
      const requests: Request[] = []
      page.on('request', (request) => {
        if (request.url().endsWith('/api/chat')) requests.push(request)
      })
      await page.goto(`${origin}${name}`)
      return appOn(page, requests)
    })
    expect(complaints).toEqual([])
  },
})

function appOn(page: Page, requests: readonly Request[]): EmbeddedApp {
  const card = () => page.locator('[data-call-key]').last()
  return {
    page,
    requests,
    card,
    results() {
      const ids: string[] = []
      return requests.flatMap((request) =>
        resultsIn(request).map(({ id, state }) => {
          if (!ids.includes(id)) ids.push(id)
          return `call ${ids.indexOf(id) + 1} ${state}`
        }),
      )
    },
    async ask(text) {
      await page.getByLabel('Message').fill(text)
      await page.getByRole('button', { name: 'Send' }).click()
    },
    press: (name) => card().getByRole('button', { name }).first().click(),
    notes: async () => Number((await page.locator('body').getAttribute('data-notes')) ?? 0),
  }
}

/** The last step of what the client sends holds what the server has not heard yet. */
function resultsIn(request: Request): readonly { readonly id: string; readonly state: string | undefined }[] {
  const body: { messages: { role: string; parts: { type: string; state?: string; toolCallId?: string }[] }[] } =
    request.postDataJSON()
  const last = body.messages.at(-1)
  if (last?.role !== 'assistant') return []
  const step = last.parts.slice(last.parts.findLastIndex(({ type }) => type === 'step-start') + 1)
  return step.flatMap(({ toolCallId, state }) => (toolCallId === undefined ? [] : [{ id: toolCallId, state }]))
}

export { expect }
