import { spawn } from 'node:child_process'
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
