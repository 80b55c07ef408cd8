import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { COMMANDS } from './commands.ts'
import { runCommand } from './main.ts'
import { nearest } from './nearest.ts'
import { opener } from './start/open-page.ts'

async function parley(...args: readonly string[]) {
  const said = { out: '', err: '' }
  const terminal = {
    out: (text: string) => void (said.out += text),
    err: (text: string) => void (said.err += text),
    watched: false,
  }
  const code = await runCommand(args, { terminal, env: {}, page: () => Promise.reject(new Error('No page is needed.')) })
  return { code, ...said }
}

test('the help says what Parley is, shows two examples and has a line for every command', async () => {
  const { code, out, err } = await parley('--help')
  expect([code, err]).toEqual([0, ''])
  expect(out).toContain('lets any language model call tools')
  for (const { name, summary } of COMMANDS) expect(out).toMatch(new RegExp(`^  ${name} +${summary.slice(0, 20)}`, 'm'))
  expect(await parley('-h')).toEqual(await parley('help'))
})

test.each(COMMANDS.map(({ name }) => name))('%s says how it is called, and what each option means', async (name) => {
  const { code, out, err } = await parley(name, '--help')
  expect([code, err]).toEqual([0, ''])
  expect(out).toMatch(/^ {2}parley/)
  expect(await parley('help', name)).toEqual({ code, out, err })
  const { command } = await COMMANDS.find((listed) => listed.name === name)!.load()
  const lines = out.split('\n')
  for (const [option, { means }] of Object.entries(command.options))
    expect(lines.some((line) => line.includes(`--${option}`) && line.includes(means))).toBe(true)
})

test('the version is the one of the package', async () => {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  expect(await parley('--version')).toEqual({ code: 0, out: `${version}\n`, err: '' })
})

test('a command or an option that nobody knows is answered with the nearest one', async () => {
  expect(await parley('doktor')).toEqual({
    code: 1,
    out: '',
    err: 'There is no command "doktor". Did you mean "parley doctor"?\n',
  })
  expect((await parley('zzzzzzzz')).err).toMatch(/^There is no command "zzzzzzzz"\. There are start, connect, doctor/)
  expect((await parley('--prot', '80')).err).toMatch(/^"parley start" has no option --prot\. Did you mean --port\?/)
  expect((await parley('start', '--port')).err).toMatch(/^--port takes <number>: /)
  expect((await parley('start', '--open=yes')).err).toBe('--open takes no value.\n')
  expect((await parley('start', 'now')).err).toMatch(/^"now" is one word too many\. "parley start --help"/)
  expect((await parley('doctor')).err).toMatch(/^Say which model to examine: parley doctor <model>\./)
})

test('whatever is typed, the answer is a sentence and not a crash', async () => {
  // What would begin to serve is another test's.
  const word = fc.oneof(fc.string(), fc.constantFrom('--', '-', '--help', '--port', '-p', '--no-open', '--port=', '__proto__'))
  await fc.assert(
    fc.asyncProperty(fc.array(word, { maxLength: 4 }), async (words) => {
      const { code, out, err } = await parley('doctor', ...words.filter((typed) => !/^[^-]/.test(typed)))
      if (code === 0) expect(out).toMatch(/^ {2}parley doctor/)
      else expect(err).not.toMatch(/\n {4}at /)
    }),
  )
})

test('a slip of the finger is near, another word is not', () => {
  expect(nearest('strat', ['start', 'doctor'])).toBe('start')
  expect(nearest('DOCTOR', ['start', 'doctor'])).toBe('doctor')
  expect(nearest('x'.repeat(100_000), ['start'])).toBeUndefined()
  expect(nearest('mcp', ['start', 'doctor'])).toBeUndefined()
})

test('an address is opened by what each system has, and never through a shell', () => {
  const url = 'http://127.0.0.1:4317/?token=a&b'
  expect(opener('darwin', url)).toEqual(['open', [url]])
  expect(opener('win32', url)).toEqual(['rundll32', ['url.dll,FileProtocolHandler', url]])
  expect(opener('linux', url)).toEqual(['xdg-open', [url]])
})

test('the command runs from the clone, with nothing built and no flag', () => {
  const bin = fileURLToPath(new URL('../bin/parley.mjs', import.meta.url))
  expect(execFileSync(process.execPath, [bin, '--help'], { encoding: 'utf8' })).toContain('Commands')
})
