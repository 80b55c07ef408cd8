import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureNginx } from '../../scripts/workspace/ensure-nginx.mjs'
import { root } from '../../scripts/workspace/root.mjs'

export interface Proxy {
  readonly url: string
  stop(): Promise<void>
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  return typeof address === 'object' && address ? address.port : 0
}

/** nginx with the configuration of deploy/, at other addresses. */
export async function startProxy([first, second]: readonly number[]): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-nginx-'))
  const port = await freePort()
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`)
  const settings = readFileSync(join(root, 'deploy', 'nginx.conf'), 'utf8')
    .replace('first:4317', `127.0.0.1:${first}`)
    .replace('second:4317', `127.0.0.1:${second}`)
    .replace('listen 80', `listen 127.0.0.1:${port}`)
    .replace('http {', `http {\n${temporary.join('\n')}`)
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, settings)
  const child = spawn(await ensureNginx(), ['-c', file, '-p', folder, '-e', 'stderr', '-g', `daemon off; pid ${folder}/pid;`], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const url = `http://127.0.0.1:${port}/`
  for (let tries = 0; ; tries++) {
    const answer = await fetch(`${url}health`).catch(() => undefined)
    if (answer?.ok) break
    if (tries > 200 || child.exitCode !== null) throw new Error('nginx did not start.')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    url,
    async stop() {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
