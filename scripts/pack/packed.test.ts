import { spawn } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openReader } from '../docs/follow-page.ts'
import { root } from '../workspace/root.mjs'
import { run } from '../workspace/run.mjs'
import { judgePackage } from './judge-package.ts'
import { buildPackages, packPackages, ROOMS } from './pack-packages.ts'

const MINUTES = 60_000
/** Examples that need nothing but a package, with the files they are made of: dialects of one's own among them. */
const EXAMPLES = [['parse-a-stream'], ['bring-your-own-dialect', 'brackets.ts', 'recipe.ts']] as const
let project: string
let tarballs: readonly string[]
let home: string

const inProject = (...args: string[]) => run(process.execPath, args, { quiet: true, cwd: project })

/** The demo is asked for a sum, wants a program run, is told what the program gave, and tells it. */
async function story(url: string): Promise<string> {
  const tools = [{ type: 'function', function: { name: 'browser_js_eval', parameters: { type: 'object' } } }]
  const ask = async (messages: readonly object[]) => {
    const body = JSON.stringify({ model: 'demo-scripted', tools, messages })
    const response = await fetch(`${url}v1/chat/completions`, { method: 'POST', body })
    const { choices } = await response.json()
    return choices[0].message
  }
  const question = { role: 'user', content: 'Sum all primes below 1000' }
  const called = await ask([question])
  const [call] = called.tool_calls
  const content = String(runInNewContext(JSON.parse(call.function.arguments).code))
  return (await ask([question, called, { role: 'tool', tool_call_id: call.id, content }])).content
}

/**
 * The one install moves to whoever follows a page, and back: no page installs what is there. What others make and a page names, such as
 * Express, is taken from the house's own.
 */
async function follow(page: string, look: (address: string) => Promise<void> = async () => undefined): Promise<void> {
  let moved: string | undefined
  const reader = await openReader((folder, packages) => {
    const modules = join(folder, 'node_modules')
    if (moved === undefined) renameSync(join(project, 'node_modules'), (moved = modules))
    for (const name of packages.filter((word) => !word.startsWith('-')))
      take(modules, /parley-(\w+)-\*\.tgz$/.exec(name)?.[1]?.replace(/^/, '@parley/') ?? name)
  })
  try {
    await look(await reader.follow(page))
  } finally {
    if (moved !== undefined) renameSync(moved, join(project, 'node_modules'))
    reader.leave()
  }
}

/** Puts a package of the house where an install would have put it, if it is not there. */
function take(modules: string, name: string): void {
  const [place, own] = [join(modules, name), join(root, 'node_modules', name)]
  if (name.includes('*') || existsSync(place)) return
  if (name.startsWith('@parley/') || !existsSync(own)) throw new Error(`The page names ${name}, and it is not installed.`)
  mkdirSync(dirname(place), { recursive: true })
  symlinkSync(own, place)
  const { bin } = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8'))
  for (const [command, file] of Object.entries<string>(typeof bin === 'object' ? bin : {}))
    symlinkSync(join(own, file), join(modules, '.bin', command))
}

beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), 'parley-packed-'))
  home = mkdtempSync(join(tmpdir(), 'parley-home-'))
  await buildPackages()
  tarballs = await packPackages(project)
  writeFileSync(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  const install = ['install', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error', ...tarballs]
  const { code, output } = await run('npm', install, { quiet: true, cwd: project })
  if (code !== 0) throw new Error(output)
}, 8 * MINUTES)
afterAll(() => {
  for (const folder of [project, home, ...ROOMS.map((room) => join(root, 'packages', room, 'dist'))])
    rmSync(folder, { recursive: true, force: true })
}, 2 * MINUTES)

describe('the packages as npm would get them', () => {
  test('are all there', () => {
    expect(tarballs.map((file) => basename(file))).toEqual(ROOMS.map((room) => expect.stringContaining(`parley-${room}-`)))
  })

  test('hold a README, a licence and what runs, and neither tests nor notes nor secrets', async () => {
    for (const tarball of tarballs) {
      const { output } = await run('tar', ['-tzf', tarball], { quiet: true })
      const files = output.trim().split('\n')
      expect(files).toEqual(expect.arrayContaining(['package/README.md', 'package/LICENSE', 'package/package.json']))
      expect(
        files.filter((file) =>
          /\.test\.[jt]sx?$|\.test\.d\.ts|\.env|\.log$|parley\.config|node_modules|\.tsbuildinfo/.test(file),
        ),
      ).toEqual([])
    }
  })

  test(
    'are faultless in the eyes of publint and are-the-types-wrong',
    async () => {
      for (const tarball of tarballs)
        expect({ tarball, problems: await judgePackage(tarball) }).toEqual({ tarball, problems: [] })
    },
    2 * MINUTES,
  )

  test(
    "install in an empty project, where the snippet of the README and dialects of one's own run and the types resolve",
    async () => {
      for (const [example, ...files] of EXAMPLES) {
        const folder = join(root, 'examples', example)
        for (const file of [`${example}.ts`, ...files]) copyFileSync(join(folder, file), join(project, file))
        const promised = /It prints:\s*```text\n([\s\S]*?)```/.exec(readFileSync(join(folder, 'README.md'), 'utf8'))?.[1]
        expect((await inProject(`${example}.ts`)).output).toBe(promised)
      }

      const doors = [
        '@parley/dialects',
        '@parley/dialects/wire',
        '@parley/dialects/shapes',
        '@parley/dialects/model-files',
        '@parley/dialects/demo',
        '@parley/dialects/toolkit',
        '@parley/dialects/schema',
        '@parley/server',
        '@parley/browser',
        '@parley/browser/files',
        '@parley/browser/sandbox',
        '@parley/react',
        '@parley/react/ai-sdk',
        '@parley/react/assistant-ui',
      ]
      writeFileSync(join(project, 'doors.mjs'), doors.map((door) => `import ${JSON.stringify(door)}`).join('\n'))
      expect(await inProject('doors.mjs')).toEqual({ code: 0, output: '' })

      // A type that did not resolve would be `any`, and `any` is a number.
      writeFileSync(
        join(project, 'types.ts'),
        doors
          .map((door, index) => `import * as door${index} from '${door}'\nexport const wrong${index}: number = door${index}`)
          .join('\n'),
      )
      const tsc = [
        join(root, 'node_modules/typescript/bin/tsc'),
        '--noEmit',
        '--strict',
        '--skipLibCheck',
        '--module',
        'nodenext',
        '--lib',
        'es2024,dom',
        '--jsx',
        'react-jsx',
        'types.ts',
      ]
      const { output } = await inProject(...tsc)
      expect(output.match(/error TS\d+/g)).toEqual(doors.map(() => 'error TS2322'))
    },
    5 * MINUTES,
  )

  test(
    'bring the command: npx parley answers from an empty folder, and when npx is told to end it ends in good order',
    async () => {
      const path = [dirname(process.execPath), process.env['PATH']].join(delimiter)
      const env = { PATH: path, HOME: home, PARLEY_DISCOVER: 'no', PARLEY_DEMO_PACE: '0' }
      const npx = spawn('npx', ['--offline', 'parley', '--port', '0'], { cwd: project, env })
      let said = ''
      const closed = new Promise<number | null>((resolve) => npx.once('close', resolve))
      const url = await new Promise<string>((resolve, reject) => {
        const hear = (piece: Buffer) => {
          said += String(piece)
          const found = /http:\/\/127\.0\.0\.1:\d+\//.exec(said)?.[0]
          if (found) resolve(found)
        }
        npx.stdout.on('data', hear)
        npx.stderr.on('data', hear)
        void closed.then(() => reject(new Error(said)))
      })

      const page = await (await fetch(url)).text()
      const script = /src="\.?\/?(assets\/[^"]+\.js)"/.exec(page)?.[1] ?? ''
      expect((await fetch(url + script)).headers.get('content-type')).toContain('javascript')
      expect(await story(url)).toBe('Done. The sum of all primes below 1000 is 76127.')
      // The agent's own store, which needs packages that come along with the command.
      expect(await (await fetch(`${url}api/threads/nobody`)).json()).toMatchObject({ fault: { code: 'request/not-found' } })

      npx.kill('SIGTERM')
      // A shell between npx and us ends by the signal, and npx with it; scripts/stopping.test.ts has the rest.
      expect([0, null]).toContain(await closed)
      await expect(fetch(`${url}health`)).rejects.toThrow()
    },
    2 * MINUTES,
  )

  test.each(['express', 'hono', 'login'])(
    'do what the page says, to the letter, in a server of somebody else: %s',
    async (framework) => await follow(`docs/guide/embed/${framework}.md`),
    2 * MINUTES,
  )

  test(
    'do what the page says in a page of somebody else: Vite finds every part of it, and passes questions on',
    async () => {
      await follow('docs/guide/embed/vite.md', async (address) => {
        const read = async (path: string) => await fetch(`${address}${path}`)
        expect(await (await read('')).text()).toContain('src="/main.tsx"')
        for (const file of ['main.tsx', 'chat.tsx', 'paint-page.ts']) {
          const code = await (await read(file)).text()
          const parts = [...code.matchAll(/from "\/([^"]+)"|^import "\/([^"]+)"/gm)].map(([, from, plain]) => from ?? plain ?? '')
          expect(parts.length).toBeGreaterThan(0)
          for (const part of parts) expect({ part, status: (await read(part)).status }).toEqual({ part, status: 200 })
        }
        expect(await (await read('api/models')).text()).toContain('demo-scripted')
      })
    },
    3 * MINUTES,
  )
})
