import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createServer } from 'vite'
import { root } from './workspace/root.mjs'
import { fromSource, PARLEY, STUDIO } from './workspace/serve-command.mjs'

/** Two processes behind one address: Vite serves the page and passes every other door on to our server, which restarts when its source changes. */
const port = Number(process.env['PORT'] ?? 4317)
const backend = `http://127.0.0.1:${port + 1}`
const doors = ['/api', '/v1', '/health', '/ready', '/metrics']

const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', ...fromSource(PARLEY)], {
  cwd: root,
  env: { ...process.env, PORT: String(port + 1), PARLEY_PAGE: STUDIO },
  stdio: ['inherit', 'pipe', 'inherit'],
})
// Its own address is not the one to open.
createInterface(server.stdout).on('line', (line) => {
  if (!line.startsWith('Parley is ready')) process.stdout.write(`${line}\n`)
})

const vite = await createServer({
  root: join(root, 'apps', 'studio'),
  configLoader: 'native',
  server: {
    host: '127.0.0.1',
    port,
    strictPort: true,
    // The server answers pages of its own origin only, and behind the proxy this page is one.
    proxy: Object.fromEntries(doors.map((door) => [door, { target: backend, changeOrigin: true, headers: { origin: backend } }])),
  },
})

const stop = async (): Promise<void> => {
  server.kill('SIGTERM')
  await vite.close()
}
process.once('SIGINT', () => void stop())
process.once('SIGTERM', () => void stop())

await vite.listen()
process.stdout.write(`\nParley, with hot reload: http://127.0.0.1:${port}\n\n`)
