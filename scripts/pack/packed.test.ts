import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root } from '../workspace/root.mjs'
import { run } from '../workspace/run.mjs'
import { judgePackage } from './judge-package.ts'
import { buildPackages, packPackages, ROOMS } from './pack-packages.ts'

const MINUTES = 60_000
/** Examples that need nothing but a package, with the files they are made of: dialects of one's own among them. */
const EXAMPLES = [['parse-a-stream'], ['bring-your-own-dialect', 'brackets.ts', 'recipe.ts']] as const
let project: string
let tarballs: readonly string[]

const inProject = (...args: string[]) => run(process.execPath, args, { quiet: true, cwd: project })

beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), 'parley-packed-'))
  await buildPackages()
  tarballs = await packPackages(project)
}, 3 * MINUTES)
afterAll(() => {
  for (const folder of [project, ...ROOMS.map((room) => join(root, 'packages', room, 'dist'))])
    rmSync(folder, { recursive: true, force: true })
})

describe('the packages as npm would get them', () => {
  test('are all four', () => {
    expect(tarballs.map((file) => basename(file))).toEqual(ROOMS.map((room) => expect.stringContaining(`parley-${room}-`)))
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
      writeFileSync(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
      const install = ['install', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error', ...tarballs]
      expect(await run('npm', install, { quiet: true, cwd: project })).toMatchObject({ code: 0 })

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
})
