import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Guest } from './guests.ts'

const SCRIPTS = join(import.meta.dirname, 'sdks')

/** What LangChain brings: newer ones ask for a core that its pinned one is not, and npm looks for a way out for minutes. */
const OVERRIDES = { '@langchain/langgraph': '1.4.18', '@langchain/langgraph-sdk': '1.12.0' }

/** Puts the pinned versions of the guests into a folder of their own, once, and our scripts for the SDKs beside them. */
export function installGuests(guests: readonly Guest[]): string {
  const folder = join(import.meta.dirname, '..', '..', '.cache', 'guests')
  mkdirSync(folder, { recursive: true })
  for (const script of readdirSync(SCRIPTS)) copyFileSync(join(SCRIPTS, script), join(folder, script))
  const manifest = join(folder, 'package.json')
  const present: { dependencies?: object } = existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')) : {}
  const dependencies = Object.assign({}, present.dependencies, ...guests.map(({ packages }) => packages))
  const wanted = `${JSON.stringify({ private: true, type: 'module', dependencies, overrides: OVERRIDES }, null, 2)}\n`
  const stamp = join(folder, 'node_modules', '.installed')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return folder
  console.log('Installing the guests; this takes some minutes.')
  writeFileSync(manifest, wanted)
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder, stdio: 'inherit' })
  writeFileSync(stamp, wanted)
  return folder
}
