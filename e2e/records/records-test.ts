import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test as base, type Page, type Request, expect as strict } from '@playwright/test'
import { root } from '../../scripts/workspace/root.mjs'

/** Patient, because a busy machine is no fault of the page. */
export const expect = strict.configure({ timeout: 20_000 })

const TOKEN = 'a-token-for-the-test'

export interface RecordsServer {
  readonly origin: string
  readonly token: string
  /** What is in the database, read past the server. */
  kept(): readonly { readonly orderName: string; readonly amount: number }[]
}

/** As its README says: `npm start` in its folder. */
async function startRecords(folder: string) {
  const file = join(folder, 'records.sqlite')
  const child = spawn('npm', ['start'], {
    cwd: join(root, 'examples', 'records'),
    env: {
      ...process.env,
      PORT: '0',
      PARLEY_TOKEN: TOKEN,
      RECORDS_FILE: file,
      DATABASE_URL: '',
      PARLEY_DISCOVER: 'no',
      PARLEY_DEMO_PACE: '0',
      OPENAI_API_KEY: '',
      ANTHROPIC_API_KEY: '',
      GEMINI_API_KEY: '',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    // npm passes no signals on, and a server that hangs hears none, so the whole group is ended at once.
    detached: true,
  })
  let said = ''
  let origin: string | undefined
  for await (const chunk of child.stdout) {
    said += String(chunk)
    origin = /Open (http:\/\/127\.0\.0\.1:\d+)\/#token=/.exec(said)?.[1]
    if (origin !== undefined) break
  }
  if (origin === undefined) throw new Error(`The example ended before it was ready: ${said}`)
  child.stdout.resume()
  const stop = async () => {
    const ended = once(child, 'exit')
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    await ended
  }
  return { origin, file, stop }
}

function readRecords(file: string): ReturnType<RecordsServer['kept']> {
  const database = new DatabaseSync(file, { readOnly: true })
  const rows = database.prepare('SELECT order_name, amount FROM records ORDER BY place').all()
  database.close()
  return rows.map((row) => ({ orderName: String(row['order_name']), amount: Number(row['amount']) }))
}

class RecordsPage {
  readonly page: Page
  /** Every request for an answer, and every request for a record, that the page has sent. */
  readonly asked: Request[] = []
  readonly posted: Request[] = []

  constructor(page: Page) {
    this.page = page
    page.on('request', (request) => {
      if (request.method() !== 'POST') return
      if (request.url().endsWith('/api/chat')) this.asked.push(request)
      if (request.url().endsWith('/records')) this.posted.push(request)
    })
  }

  async say(text: string): Promise<void> {
    const composer = this.page.getByRole('textbox', { name: /Your message|您的消息/ })
    await composer.fill(text)
    await composer.press('Enter')
  }

  get form() {
    return this.page.getByRole('region', { name: /Create this record\?|确认创建计件记录/ })
  }

  press(name: string): Promise<void> {
    return this.form.getByRole('button', { name }).click()
  }

  async signIn(token: string): Promise<void> {
    await this.page.getByLabel('Token').fill(token)
    await this.page.getByRole('button', { name: 'Enter' }).click()
  }

  says(text: string): Promise<void> {
    return expect(this.page.getByRole('log').getByText(text)).toBeVisible()
  }
}

interface Fixtures {
  readonly open: (language?: 'en' | 'zh', token?: string) => Promise<RecordsPage>
}

export const test = base.extend<Fixtures, { readonly server: RecordsServer }>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- the runner reads the names it must provide from the pattern
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'records-'))
      const { origin, file, stop } = await startRecords(folder)
      await use({ origin, token: TOKEN, kept: () => readRecords(file) })
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  open: async ({ page, server }, use) => {
    await use(async (language = 'en', token = TOKEN) => {
      await page.addInitScript((chosen) => localStorage.setItem('records-language', chosen), language)
      const opened = new RecordsPage(page)
      await page.goto(`${server.origin}/#token=${token}`)
      return opened
    })
  },
})
