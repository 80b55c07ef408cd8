import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './root.mjs'
import { run } from './run.mjs'

const node = (code: string) => run(process.execPath, ['--eval', code], { quiet: true })

test('what a command said and how it ended come back', async () => {
  expect(await node('console.log("out"); console.error("err"); process.exitCode = 3')).toEqual({ code: 3, output: 'out\nerr\n' })
})

test('a command that was killed has failed', async () => {
  expect((await node('process.kill(process.pid, "SIGTERM")')).code).toBe(128 + 15)
})

test('a signal reaches the command that was handed the terminal, and its exit code comes back', async () => {
  const inner = 'process.on("SIGTERM", () => process.exit(7)); setInterval(() => {}, 1000); console.log("ready")'
  const outer = `import { handOver } from ${JSON.stringify(join(root, 'scripts/workspace/run.mjs'))}
    process.exitCode = await handOver(process.execPath, ['--eval', ${JSON.stringify(inner)}])`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', outer], { stdio: ['ignore', 'pipe', 'inherit'] })
  child.stdout.once('data', () => child.kill('SIGTERM'))
  expect(await new Promise((resolve) => child.on('exit', resolve))).toBe(7)
})

test.skipIf(process.platform === 'win32')('what npm was running ends when npm is asked to end', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-npm-'))
  const inner = 'process.on("SIGTERM", () => process.exit(0)); setInterval(() => {}, 1000); console.log("ready")'
  const outer = `import { handOver } from ${JSON.stringify(join(root, 'scripts/workspace/run.mjs'))}
    process.exitCode = await handOver(process.execPath, ['--eval', ${JSON.stringify(inner)}])`
  writeFileSync(join(folder, 'start.mjs'), outer)
  // The shell has something left to do, so it cannot hand its process over.
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: { start: `"${process.execPath}" start.mjs; true` } }))
  const npm = spawn('npm', ['start', '--silent'], { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] })
  await once(npm.stdout, 'data')
  // Its output ends when the last process that holds it has ended.
  const ended = once(npm.stdout, 'end')
  npm.stdout.resume()
  npm.kill('SIGTERM')
  await ended
  rmSync(folder, { recursive: true })
})
