import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { OLDEST, packagedNode } from './find-node.mjs'
import { npmCommand } from './install.mjs'
import { Advice, narrate } from './narrate.mjs'
import { root } from './root.mjs'
import { run } from './run.mjs'

/** The oldest Node that we run on, fetched when it is first asked for. @returns {Promise<string>} its program */
export async function ensureFloor() {
  const folder = join(root, '.cache', `node-${OLDEST}`)
  const { name, program } = packagedNode(process)
  const file = join(folder, program)
  if (existsSync(file)) return file
  await narrate(`fetching Node ${OLDEST} (once)`, `Node ${OLDEST} is here`, async () => {
    mkdirSync(folder, { recursive: true })
    const { command, leading, env, shell } = npmCommand(process)
    const args = [
      ...leading,
      'install',
      '--no-save',
      '--no-package-lock',
      '--prefix',
      '.',
      '--no-audit',
      '--no-fund',
      `${name}@${OLDEST}`,
    ]
    const { output } = await run(command, args, { env, shell, quiet: true, cwd: folder })
    if (existsSync(file)) return
    process.stderr.write(output)
    throw new Advice(
      `npm has no Node ${OLDEST} for this machine (${process.platform} ${process.arch}). Install it by hand and run \`npm test unit\` on it, with PARLEY_NODE naming its program.`,
    )
  })
  return file
}
