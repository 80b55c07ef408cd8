import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findChromium } from './find-chromium.mjs'
import { findNode } from './find-node.mjs'
import { Advice, narrate } from './narrate.mjs'
import { root } from './root.mjs'
import { run } from './run.mjs'

/** Debian's own package needs root and apt. Ubuntu's package of that name is only a pointer to a snap. */
function canUseDebian() {
  const release = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : ''
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get') && /^ID=debian$/m.test(release)
}

async function fromDebian() {
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  const packages = ['chromium', 'fonts-liberation', 'fonts-noto-cjk']
  const update = await run('apt-get', ['update', '-qq'], { env, quiet: true })
  if (update.code !== 0) return update
  return await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], { env, quiet: true })
}

/** Playwright's own download; with the system's libraries where we may install them. */
function fromPlaywright() {
  const withLibraries = process.platform === 'linux' && process.getuid?.() === 0 ? ['--with-deps'] : []
  const cli = join(root, 'node_modules', '@playwright', 'test', 'cli.js')
  return run(findNode(), [cli, 'install', ...withLibraries, 'chromium'], { quiet: true })
}

/** Brings a Chromium for the browser tests, unless there is one. */
export async function ensureChromium() {
  if (findChromium()) return
  await narrate('fetching Chromium for the browser tests (once)', 'Chromium is here', async () => {
    const said = []
    if (canUseDebian()) said.push((await fromDebian()).output)
    if (!findChromium()) said.push((await fromPlaywright()).output)
    if (findChromium()) return
    process.stderr.write(said.join('\n'))
    throw new Advice(
      'There is no Chromium to test with, and none could be fetched. Install Chromium or Chrome by hand, ' +
        'or name one in PARLEY_CHROMIUM, then run the same command again.',
    )
  })
}
