import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findNode } from './workspace/find-node.mjs'
import { ensureInstalled } from './workspace/install.mjs'
import { Advice, main, narrate } from './workspace/narrate.mjs'
import { root } from './workspace/root.mjs'
import { handOver, run } from './workspace/run.mjs'

const site = join(root, 'site')

/** The doors of the packages, each with the source behind it: what the reference is made of. */
function doors() {
  return readdirSync(join(root, 'packages')).flatMap((room) => {
    const folder = join(root, 'packages', room)
    const { exports = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const sources = Object.values(exports).map((door) => door['@parley/source'])
    return sources.flatMap((source) => (source ? [join(folder, source)] : []))
  })
}

async function writeReference() {
  const typedoc = join(site, 'node_modules', 'typedoc', 'bin', 'typedoc')
  const entries = doors().flatMap((door) => ['--entryPoints', door])
  const { code, output } = await run(findNode(), [typedoc, ...entries], { quiet: true, cwd: site })
  if (code !== 0) throw new Advice(`The reference could not be written:\n${output}`)
}

/** `npm run docs` shows the site while you write; `npm run docs build` writes it to `site/dist`; `npm run docs preview` serves that. What it needs is installed here, and at the first use only. */
await main(async () => {
  const [command = 'dev', ...rest] = process.argv.slice(2)
  if (!['dev', 'build', 'preview'].includes(command))
    throw new Advice('Say one of: npm run docs, npm run docs build, npm run docs preview')
  await ensureInstalled()
  await ensureInstalled(site)
  if (command !== 'preview') await narrate('reading the packages', 'API reference written', writeReference)
  return await handOver(findNode(), [join(site, 'node_modules', 'vitepress', 'bin', 'vitepress.js'), command, site, ...rest])
})
