import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findLlama, llamaFolder } from './find-llama.mjs'
import { Advice, narrate } from './narrate.mjs'
import { run } from './run.mjs'

/** The server, and the few libraries that it needs and that an older system may lack. */
const PACKAGES = [
  'llama.cpp-tools',
  'libllama0',
  'libggml0',
  'libc6',
  'libgcc-s1',
  'libstdc++6',
  'libssl3t64',
  'libgomp1',
  'zlib1g',
  'libzstd1',
]

/** Brings a real llama-server for `npm run test:llama`, unless there is one. Nothing is installed. */
export async function ensureLlama() {
  const here = findLlama()
  if (here) return here
  return await narrate("fetching llama.cpp's server (once, 13 MB)", 'llama-server is here', async () => {
    const problem = await unpackDebian()
    const found = findLlama()
    if (found) return found
    throw new Advice(
      `There is no llama-server to test with: none in the path, and Debian's could not be unpacked (${problem ?? 'it does not start'}). ` +
        'Install llama.cpp by hand, or name its server in PARLEY_LLAMA_SERVER, then run the same command again.',
    )
  })
}

/** What went wrong. Undefined: nothing. @returns {Promise<string | undefined>} */
async function unpackDebian() {
  if (process.platform !== 'linux') return 'this is not Linux'
  if (process.getuid?.() !== 0) return 'that needs root'
  if (!existsSync('/usr/bin/apt-get')) return 'there is no apt-get'
  const work = mkdtempSync(join(tmpdir(), 'parley-llama-'))
  try {
    return await fetchInto(work)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** From the mirror that this machine's apt already uses, out of Debian's newest. @param {string} work @returns {Promise<string | undefined>} */
async function fetchInto(work) {
  const targets = await run('apt-get', ['indextargets', '--format', '$(REPO_URI)', 'Created-By: Packages'], { quiet: true })
  const mirror = targets.output.split('\n').find((line) => /\/debian\/?$/.test(line))
  if (mirror === undefined) return 'apt knows no mirror of Debian'
  for (const folder of ['lists/partial', 'cache/archives/partial']) mkdirSync(join(work, folder), { recursive: true })
  writeFileSync(join(work, 'sources.list'), `deb ${mirror} sid main\n`)
  const options = [
    `Dir::Etc::SourceList=${join(work, 'sources.list')}`,
    'Dir::Etc::SourceParts=-',
    `Dir::State::Lists=${join(work, 'lists')}`,
    `Dir::Cache=${join(work, 'cache')}`,
    'APT::Sandbox::User=root',
  ].flatMap((option) => ['-o', option])
  const steps = [
    [...options, 'update', '-qq'],
    [...options, 'download', '-qq', ...PACKAGES],
  ]
  for (const step of steps) {
    const { code, output } = await run('apt-get', step, { quiet: true, cwd: work })
    if (code !== 0) return output.trim().split('\n').at(-1) ?? 'apt-get failed'
  }
  mkdirSync(join(llamaFolder, 'tmp'), { recursive: true })
  for (const file of readdirSync(work).filter((name) => name.endsWith('.deb'))) {
    const { code, output } = await run('dpkg', ['-x', join(work, file), llamaFolder], { quiet: true })
    if (code !== 0) return output.trim()
  }
  for (const folder of ['lib', 'lib64'])
    if (!existsSync(join(llamaFolder, folder))) symlinkSync(`usr/${folder}`, join(llamaFolder, folder))
  return undefined
}
