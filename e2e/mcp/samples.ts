import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../scripts/workspace/root.mjs'

const PACKAGES = {
  '@modelcontextprotocol/server-basic-vanillajs': '2.0.3',
  '@modelcontextprotocol/server-budget-allocator': '2.0.3',
  '@modelcontextprotocol/server-debug': '2.0.3',
  '@modelcontextprotocol/server-sequential-thinking': '2026.8.31',
  '@playwright/mcp': '0.0.83',
} as const

/** Puts the pinned versions of other people's servers into a folder of their own, once: 84 MB that only long tests need. */
export function installSamples(): (name: keyof typeof PACKAGES, file: string) => string {
  const folder = join(root, '.cache', 'mcp-samples')
  const wanted = `${JSON.stringify({ private: true, dependencies: PACKAGES }, null, 2)}\n`
  const stamp = join(folder, 'node_modules', '.installed')
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), wanted)
    const options = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error']
    execFileSync('npm', options, { cwd: folder, stdio: 'inherit' })
    writeFileSync(stamp, wanted)
  }
  return (name, file) => join(folder, 'node_modules', name, file)
}
