import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base } from '@playwright/test'
import { root } from '../../scripts/workspace/root.mjs'
import { FAMILIES, type Family } from '../llama/families.ts'
import { scriptedModel } from '../llama/scripted-model.ts'
import { openSide } from '../stories/support/side.ts'
import { answers, approveNext, ask, expect, openStudio, waitingCard } from '../stories/support/studio.ts'
import { JSON_STRICT } from './strict-family.ts'

/** `PARLEY_MODEL=model.gguf npm start`, as a person would type it. The engine is the one that the tests over HTTP have installed. */
const test = base.extend<{ start: (family: Family) => Promise<string> }>({
  // oxlint-disable-next-line no-empty-pattern -- the runner reads the names it must provide from the pattern
  start: async ({}, use) => {
    const children: ChildProcess[] = []
    await use(async ({ script }) => {
      const data = mkdtempSync(join(tmpdir(), 'parley-own-'))
      symlinkSync(join(root, '.cache', 'engine-home', 'engine'), join(data, 'engine'))
      const file = join(data, `${script.name}.gguf`)
      writeFileSync(file, scriptedModel(script))
      const child = spawn(process.execPath, [join(root, 'scripts', 'start.mjs')], {
        env: {
          ...process.env,
          PORT: '0',
          PARLEY_DISCOVER: 'no',
          PARLEY_DATA: data,
          PARLEY_MODEL: file,
          PARLEY_ENGINE: 'install',
          PARLEY_THREADS: '1',
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      children.push(child)
      return await addressOf(child)
    })
    for (const child of children) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
  },
})

async function addressOf(child: ChildProcess): Promise<string> {
  let said = ''
  for await (const chunk of child.stdout ?? []) {
    said += String(chunk)
    const found = /http:\/\/127\.0\.0\.1:\d+\//.exec(said)?.[0]
    if (found) return found
  }
  throw new Error(`npm start ended before it was ready: ${said}`)
}

test.describe.configure({ mode: 'serial' })

for (const family of [...FAMILIES, JSON_STRICT])
  test(`a model from a file sums the primes in the browser, in ${family.dialect}, and the inspector says how fast it was`, async ({
    page,
    start,
  }) => {
    const { script, dialect } = family
    const url = await start(family)
    await openStudio(page, { url, model: script.name, ...(dialect === 'json-strict' && { dialect }) })
    await openSide(page, 'inspector')
    await ask(page, 'Sum all primes below 1000')
    await expect(waitingCard(page)).toContainText('browser_js_eval')
    await approveNext(page)
    await expect(answers(page).last()).toContainText('add up to 76127')
    await page.getByRole('tab', { name: 'Reply', exact: true }).click()
    const facts = page.getByTestId('engine-facts')
    await expect(facts).toHaveText(
      /^\d+ tokens written, [\d.,]+ per second · \d+ tokens read, .* · [\d,]+ of [\d,]+ known from before · held by a grammar$/,
    )
    // The second turn was read from where the first one ended.
    await expect(facts).not.toContainText('· 0 of')
  })
