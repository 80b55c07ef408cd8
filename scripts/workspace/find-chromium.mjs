import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { root } from './root.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Where Playwright keeps the browser it downloads itself. */
function downloaded() {
  const playwright = createRequire(join(root, 'e2e', 'package.json'))('@playwright/test')
  return playwright.chromium.executablePath()
}

/** @param {string} file */
const starts = (file) => existsSync(file) && spawnSync(file, ['--version'], { timeout: 30_000 }).status === 0

/** A browser that starts, or nothing. Named by `PARLEY_CHROMIUM`, else the system's, else Playwright's own. @returns {string | undefined} */
export function findChromium() {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const system = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)))
  // Starting is the test: some systems ship a `chromium` that only says where to get the real one.
  return [process.env.PARLEY_CHROMIUM ?? '', ...system, downloaded()].find((file) => file !== '' && starts(file))
}
