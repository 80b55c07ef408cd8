import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { findNode } from './workspace/find-node.mjs'
import { ensureInstalled } from './workspace/install.mjs'
import { dim, elapsed, green, main, red, say } from './workspace/narrate.mjs'
import { root } from './workspace/root.mjs'
import { run } from './workspace/run.mjs'
import { fromSource } from './workspace/serve-command.mjs'

/** @typedef {{ title: string, args: readonly string[], remedy: string }} Task */

/** @param {string} path within `node_modules` */
const tool = (path) => join(root, 'node_modules', path)

/** Every project the compiler knows: each room has its own, so that its walls are the compiler's business. */
function projects() {
  const rooms = ['packages', 'apps', 'examples'].flatMap((folder) =>
    existsSync(join(root, folder)) ? readdirSync(join(root, folder)).map((name) => `${folder}/${name}/tsconfig.json`) : [],
  )
  return [...rooms.filter((file) => existsSync(join(root, file))), 'tsconfig.json']
}

/** The slowest first, so that two cores are both busy until the end. @returns {Task[]} */
function tasks() {
  return [
    { title: 'lint', args: [tool('oxlint/bin/oxlint'), '--type-aware', '--deny-warnings'], remedy: 'Mend the lines above.' },
    {
      title: 'dead code',
      // It loads the studio's configuration, which takes our own plugin from its source.
      args: ['--conditions=@parley/source', tool('knip/bin/knip.js')],
      remedy: 'Remove what nothing uses, or use it.',
    },
    ...projects().map((project) => ({
      title: `types ${project === 'tsconfig.json' ? 'of tests and scripts' : project.replace('/tsconfig.json', '')}`,
      args: [tool('typescript/bin/tsc'), '-p', project],
      remedy: 'Mend the types above.',
    })),
    { title: 'walls', args: fromSource('scripts/check-walls.ts'), remedy: 'docs/architecture.md draws the walls.' },
    { title: 'generated files', args: fromSource('scripts/generate.ts', '--check'), remedy: 'Run: npm run generate' },
    {
      title: 'format',
      args: [tool('@biomejs/biome/bin/biome'), 'check', '--colors=off', '--reporter=summary'],
      remedy: 'Run: npm run format',
    },
  ]
}

/** @param {Task} task @returns {Promise<boolean>} */
async function perform({ title, args, remedy }) {
  const since = performance.now()
  const { code, output } = await run(findNode(), args, { quiet: true })
  if (code === 0) say(`${green('✓')} ${title} ${dim(elapsed(since))}`)
  else say(`${red('✗')} ${title}\n\n${output.trimEnd()}\n\n  ${remedy}\n`)
  return code === 0
}

await main(async () => {
  await ensureInstalled()
  const since = performance.now()
  const waiting = tasks()
  /** @type {string[]} */
  const failed = []
  const worker = async () => {
    for (let task = waiting.shift(); task; task = waiting.shift()) if (!(await perform(task))) failed.push(task.title)
  }
  await Promise.all([worker(), worker()])
  say(
    failed.length === 0
      ? `\nEverything is in order (${elapsed(since)})`
      : `\nNot in order: ${failed.join(', ')} (${elapsed(since)})`,
  )
  return failed.length === 0 ? 0 : 1
})
