import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, test as base, type Page } from '@playwright/test'
import { type RunningParley, startParley } from '../stories/support/parley-server.ts'
import { approveNext, expect, openStudio, type StudioOptions, waitingCard } from '../stories/support/studio.ts'

/** A server that can be killed and comes back at the same address with the same threads. */
export interface AgentServer {
  readonly url: string
  kill(): Promise<void>
  /** `pace`: milliseconds between two pieces of what the demo model says. Absent: none. */
  restart(pace?: number): Promise<void>
  /** What `/api/threads…` says. */
  read(path: string): Promise<unknown>
}

async function startAgentServer(): Promise<AgentServer & { close(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-agent-studio-'))
  let running: RunningParley = await startParley({ PARLEY_DATA: folder })
  const { url, port } = running
  return {
    url,
    kill: () => running.kill(),
    async restart(pace = 0) {
      running = await startParley({ PARLEY_DATA: folder, PORT: String(port), PARLEY_DEMO_PACE: String(pace) })
    },
    read: async (path) => await (await fetch(`${url}api/threads${path}`)).json(),
    async close() {
      await running.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Tests with one server for each worker; every test begins with a server that keeps no thread. */
export const test = base.extend<{ server: AgentServer }, { agentServer: AgentServer }>({
  agentServer: [
    // oxlint-disable-next-line no-empty-pattern -- the runner reads the names it must provide from the pattern
    async ({}, use) => {
      const server = await startAgentServer()
      await use(server)
      await server.close()
    },
    { scope: 'worker' },
  ],
  server: async ({ agentServer }, use) => {
    const { threads } = (await agentServer.read('')) as { threads: readonly { id: string }[] }
    for (const { id } of threads) await fetch(`${agentServer.url}api/threads/${id}`, { method: 'DELETE' })
    await use(agentServer)
  },
})

/** Works on while closed, or rests in this browser. */
export async function choosePlace(page: Page, place: 'agent' | 'chat'): Promise<void> {
  const turned = page.getByTestId('place-switch')
  await expect(turned).toBeVisible()
  if ((await turned.getAttribute('aria-checked')) !== String(place === 'agent')) await turned.click()
}

/** A studio whose open conversation will live on the server. */
export async function openAgent(page: Page, server: AgentServer, options: StudioOptions = {}): Promise<void> {
  await openStudio(page, { url: server.url, ...options })
  await choosePlace(page, 'agent')
  await expect(mark(page)).toHaveAttribute('data-mark', 'moving')
}

export const mark = (page: Page) => page.getByTestId('server-mark')

export async function approve(page: Page, tool: string): Promise<void> {
  await expect(waitingCard(page)).toContainText(tool)
  await approveNext(page)
}

/** The same address in a browser that has never seen it. */
export async function openElsewhere(page: Page, address: string): Promise<{ other: Page; context: BrowserContext }> {
  const browser = page.context().browser()
  if (!browser) throw new Error('There is no browser.')
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  const other = await context.newPage()
  await other.goto(address)
  return { other, context }
}

interface KeptThread {
  readonly roles: readonly string[]
  readonly results: readonly unknown[]
}

/** The thread of the page as the server keeps it. */
export async function readThread(page: Page, server: AgentServer): Promise<KeptThread> {
  const id = page.url().split('/').at(-1) ?? ''
  const { messages } = (await server.read(`/${id}`)) as { messages: readonly { role: string; parts: readonly unknown[] }[] }
  return {
    roles: messages.map(({ role }) => role),
    results: messages.flatMap(({ role, parts }) => (role === 'tool' ? parts : [])),
  }
}
