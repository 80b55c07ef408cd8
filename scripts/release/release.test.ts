import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { root } from '../workspace/root.mjs'
import { run } from '../workspace/run.mjs'
import { changeOf, releaseChangelog } from './changelog.ts'
import { isLater, MANIFESTS, releaseManifest, setLockVersion, setVersion } from './set-version.ts'

const commit = (subject: string, body = '') => ({ subject, body })

describe('what a commit says to users', () => {
  test.each([
    ['feat(server): budgets are shared', { kind: 'feat', room: 'server', text: 'Budgets are shared', breaking: false }],
    ['fix!: the port is another one', { kind: 'fix', room: 'house', text: 'The port is another one', breaking: true }],
    ['test(e2e): one more', undefined],
    ['refactor(react): smaller', undefined],
    ['Merge branch main', undefined],
  ])('%s', (subject, change) => {
    expect(changeOf(commit(subject))).toEqual(change)
  })

  test('a footer that says so breaks, too', () => {
    expect(changeOf(commit('feat(cli): x', 'Why.\n\nBREAKING CHANGE: y'))?.breaking).toBe(true)
  })
})

describe('the changelog of a release', () => {
  const before = '# Changelog\n\nAll packages.\n\n## Unreleased\n\n### cli\n\n- By hand.\n\n## 0.1.0 · 2026-01-01\n\n- Old.\n'
  const changes = ['fix(server): b', 'feat(server)!: c', 'feat(cli): a'].flatMap((subject) => changeOf(commit(subject)) ?? [])

  test('keeps what was written by hand, adds every change with what breaks first, and leaves older versions alone', () => {
    expect(releaseChangelog(before, { version: '0.2.0', day: '2026-11-17', changes })).toBe(
      [
        '# Changelog\n\nAll packages.\n\n## Unreleased\n\n## 0.2.0 · 2026-11-17\n\n### cli\n\n- By hand.\n',
        '### Every change\n\n#### cli\n\n- New: A.\n',
        '#### server\n\n- **Breaking:** New: C.\n- Mended: B.\n',
        '## 0.1.0 · 2026-01-01\n\n- Old.\n',
      ].join('\n'),
    )
  })

  test('the first one has only what was written by hand', () => {
    const after = releaseChangelog('# C\n\n## Unreleased\n\n- x\n', { version: '0.2.0', day: '2026-11-17', changes: [] })
    expect(after).toBe('# C\n\n## Unreleased\n\n## 0.2.0 · 2026-11-17\n\n- x\n')
  })
})

describe('a new version', () => {
  test('is that of the manifest and of every room it names, and of nothing else', () => {
    const manifest = {
      name: '@parley/x',
      version: '0.1.0',
      dependencies: { '@parley/dialects': '0.1.0', zod: '0.1.0' },
      devDependencies: { '@parley/react': 'file:../react' },
    }
    expect(setVersion(manifest, '0.2.0')).toEqual({
      name: '@parley/x',
      version: '0.2.0',
      dependencies: { '@parley/dialects': '0.2.0', zod: '0.1.0' },
      devDependencies: { '@parley/react': 'file:../react' },
    })
  })

  test('leaves every manifest as the formatter of `npm run check` wants it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-release-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const files = globSync(MANIFESTS, { cwd: root })
    for (const file of files) {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      const text = releaseManifest(file, readFileSync(join(root, file), 'utf8'), {
        version: '99.0.0',
        url: 'git+https://x.test/y.git',
      })
      writeFileSync(join(folder, file), text)
    }
    cpSync(join(root, 'biome.json'), join(folder, 'biome.json'))
    const biome = join(root, 'node_modules', '@biomejs', 'biome', 'bin', 'biome')
    const { code, output } = await run(process.execPath, [biome, 'check', '--colors=off', ...files], { quiet: true, cwd: folder })
    expect(output).toContain(`Checked ${files.length} files`)
    expect({ code, output }).toMatchObject({ code: 0 })
  })

  test('is in the lock for the rooms, and not for what was downloaded', () => {
    const lock = {
      version: '0.1.0',
      packages: { '': { version: '0.1.0' }, 'packages/x': { version: '0.1.0' }, 'node_modules/zod': { version: '0.1.0' } },
    }
    expect(setLockVersion(lock, '0.2.0')).toEqual({
      version: '0.2.0',
      packages: { '': { version: '0.2.0' }, 'packages/x': { version: '0.2.0' }, 'node_modules/zod': { version: '0.1.0' } },
    })
  })

  test.each([
    ['0.2.0', true],
    ['0.1.1', true],
    ['1.0.0', true],
    ['0.1.0', false],
    ['0.0.9', false],
    ['0.2', false],
    ['v0.2.0', false],
  ])('%s is later than 0.1.0: %s', (version, later) => {
    expect(isLater(version, '0.1.0')).toBe(later)
  })
})
