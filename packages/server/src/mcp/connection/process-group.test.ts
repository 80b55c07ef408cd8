import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/** The path of a Windows that is played: `npx` is a batch file there, `uvx` a program. What is started tells with which words. */
let folder: string
const module = new URL('process-group.ts', import.meta.url).href
const TELLING = `#!${process.execPath}\nconsole.log(JSON.stringify(process.argv.slice(2)))\n`

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley windows '))
  // A package.json that lies in the folder above would otherwise say what the programs here are written in.
  await writeFile(join(folder, 'package.json'), '{ "type": "commonjs" }')
  for (const name of ['npx.cmd', 'uvx.exe']) await writeFile(join(folder, name), 'found by its name')
  for (const name of ['cmd.exe', 'uvx']) {
    await writeFile(join(folder, name), TELLING)
    await chmod(join(folder, name), 0o755)
  }
})
afterAll(() => rm(folder, { recursive: true }))

async function started(platform: string, command: string, args: readonly string[]): Promise<readonly string[]> {
  const program = `
    Object.defineProperty(process, 'platform', { value: ${JSON.stringify(platform)} })
    const { startProgram } = await import(${JSON.stringify(module)})
    const child = startProgram({ kind: 'stdio', command: ${JSON.stringify(command)}, args: ${JSON.stringify(args)}, env: {} })
    child.on('error', (error) => console.log(JSON.stringify([error.code])))
    child.stdout.pipe(process.stdout)`
  const env = { PATH: folder, PATHEXT: '.exe;.cmd', comspec: join(folder, 'cmd.exe') }
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], { env })
  return JSON.parse(stdout)
}

/** What `cmd.exe` makes of carets, and then a program of its command line: words in quotes, in which a backslash guards a quote. */
function wordsOf(line: string): readonly string[] {
  const plain = line.slice(1, -1).replaceAll(/\^(.)/g, '$1')
  const words = plain.match(/"(?:\\.|[^"\\])*"|\S+/g) ?? []
  return words.map((word) =>
    word
      .replace(/^"(.*)"$/s, '$1')
      .replaceAll('\\"', '"')
      .replaceAll('\\\\', '\\'),
  )
}

const ARGS = ['-y', '@scope/server', 'a word & another', '{"a": 1}', '100% | more', '(x) ^ <y>']

describe('starting a program where it is Windows', () => {
  test('a batch file such as npx is handed to cmd.exe, and every word arrives as one, whatever is in it', async () => {
    const [a, b, c, line = ''] = await started('win32', 'npx', ARGS)
    expect([a, b, c]).toEqual(['/d', '/s', '/c'])
    expect(wordsOf(line)).toEqual(['npx', ...ARGS])
    // No sign that means something to cmd.exe is without its caret.
    expect(line.slice(1, -1).replaceAll(/\^./g, '')).not.toMatch(/[&|<>()%!"]/)
  })

  test('a program is started as it is, without a shell', async () => {
    expect(await started('win32', 'uvx', ARGS)).toEqual(ARGS)
  })

  test('elsewhere no shell is asked, and what is not there is missed at once', async () => {
    expect(await started('linux', 'uvx', ARGS)).toEqual(ARGS)
    expect(await started('linux', 'npx', ARGS)).toEqual(['ENOENT'])
  })
})
