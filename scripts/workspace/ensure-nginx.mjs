import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { Advice, narrate } from './narrate.mjs'
import { run } from './run.mjs'

/** Where Debian puts it is on the path of root only. */
const folders = () => [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']

const findNginx = () =>
  folders()
    .map((folder) => join(folder, 'nginx'))
    .find((file) => existsSync(file))

const isDebian = () => existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))

/** Brings an nginx for `npm run test:deploy`, unless there is one. */
export async function ensureNginx() {
  if (!findNginx() && process.getuid?.() === 0 && isDebian())
    await narrate('fetching nginx (once)', 'nginx is here', async () => {
      const env = { DEBIAN_FRONTEND: 'noninteractive' }
      await run('apt-get', ['update', '-qq'], { env, quiet: true })
      await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'nginx-light'], { env, quiet: true })
    })
  const found = findNginx()
  if (!found) throw new Advice('There is no nginx to test with. Install it by hand, then run the same command again.')
  return found
}
