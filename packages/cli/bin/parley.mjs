#!/usr/bin/env node
// Must be readable by a Node that is too old for everything else, so that it can say so.
import { existsSync } from 'node:fs'

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 18) || major === 23) {
  console.error(
    `Parley needs Node 22.18 or newer (and not 23), and this is ${process.versions.node}. Install a newer Node (nodejs.org has it), then run the same command again.`,
  )
  process.exit(1)
}

// In the repository the sources run as they are written. A package has none: it has what was built of them.
const sources = new URL('./from-source.mjs', import.meta.url)
const { main } = await import(existsSync(sources) ? sources.href : new URL('../dist/installed.js', import.meta.url).href)
process.exitCode = await main(process.argv.slice(2))
