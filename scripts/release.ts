import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { changeOf, releaseChangelog } from './release/changelog.ts'
import { formatJson, isLater, MANIFESTS, releaseManifest, setLockVersion } from './release/set-version.ts'
import { Advice, main, narrate, say } from './workspace/narrate.mjs'
import { root } from './workspace/root.mjs'
import { run } from './workspace/run.mjs'

const read = (file: string) => readFileSync(join(root, file), 'utf8')
const write = (file: string, text: string) => writeFileSync(join(root, file), text)
const git = async (...args: string[]) => (await run('git', args, { quiet: true })).output.trim()

/** What users notice since the last version that was tagged. */
async function changesSinceTag() {
  const tag = (await run('git', ['describe', '--tags', '--abbrev=0', '--match', 'v*'], { quiet: true })).output.trim()
  if (!/^v\d/.test(tag)) return []
  const log = await git('log', '--reverse', '--format=%s%x1f%b%x1e', `${tag}..HEAD`)
  return log.split('\u001e').flatMap((entry) => {
    const [subject = '', body = ''] = entry.trim().split('\u001f')
    return changeOf({ subject, body }) ?? []
  })
}

/** npm shows where a package comes from, and its provenance must name the same place. */
async function repositoryAddress(given: string | undefined): Promise<string> {
  const { code, output } = await run('git', ['remote', 'get-url', 'origin'], { quiet: true })
  const address = given ?? (code === 0 ? output.trim() : '')
  const path = /github\.com[/:]([\w.-]+\/[\w.-]+?)(?:\.git)?$/.exec(address)?.[1]
  if (path === undefined)
    throw new Advice(
      given === undefined
        ? 'Nobody knows yet where this repository lives. Say it: npm run release 0.2.0 -- --repository https://github.com/you/parley'
        : `${given} is no repository on GitHub, whose workflow says where the packages come from. Say it like https://github.com/you/parley`,
    )
  return `git+https://github.com/${path}.git`
}

async function must(doing: string, done: string, args: readonly string[]) {
  await narrate(doing, done, async () => {
    const { code, output } = await run(process.execPath, args, { quiet: true })
    if (code !== 0)
      throw new Advice(`${output}\nNothing was published. Mend it, undo with \`git checkout .\`, and run the same command again.`)
  })
}

/** `npm run release 0.2.0`: version, changelog, packages that were tried. Publishes nothing. */
await main(async () => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { repository: { type: 'string' } } })
  const [version = ''] = positionals
  const { version: present } = JSON.parse(read('package.json'))
  if (!isLater(version, present))
    throw new Advice(`Say which version: a later one than ${present}, such as npm run release 0.2.0`)
  if ((await git('status', '--porcelain')) !== '')
    throw new Advice('There are changes that are not committed. Commit them or put them away first.')
  const url = await repositoryAddress(values.repository)

  for (const file of globSync(MANIFESTS, { cwd: root })) write(file, releaseManifest(file, read(file), { version, url }))
  write('package-lock.json', formatJson(setLockVersion(JSON.parse(read('package-lock.json')), version)))
  const day = new Date().toISOString().slice(0, 10)
  write('CHANGELOG.md', releaseChangelog(read('CHANGELOG.md'), { version, day, changes: await changesSinceTag() }))

  const source = ['--conditions=@parley/source']
  await must('writing what names the version', 'generated files written', [...source, 'scripts/generate.ts'])
  await must('trying the packages in an empty folder (a few minutes)', 'packages tried', [
    'scripts/test.mjs',
    'unit',
    'scripts/pack',
    'scripts/workspace/manifests.test.ts',
  ])
  await must('packing', 'packages in .cache/packages', [...source, 'scripts/pack.ts'])
  say(`
Version ${version} is ready, and nothing was published. Now you:

  1. Read the diff, and CHANGELOG.md as a user would.
  2. git commit -am 'chore: version ${version}'
  3. npm run check && npm test
  4. git tag v${version} && git push --follow-tags

The tag starts .github/workflows/publish.yml, which packs the same commit and publishes it with provenance.
The first time, somebody must own the scope @parley on npm and name that workflow there as a trusted publisher:
docs/contribute/releasing.md`)
  return 0
})
