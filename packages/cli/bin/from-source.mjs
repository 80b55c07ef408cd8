import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { ensureStudio } from '../../../scripts/workspace/build-studio.mjs'
import { STUDIO } from '../../../scripts/workspace/serve-command.mjs'

const PACKAGES = new URL('../../', import.meta.url)

/** Where the door of one of our packages lies in its sources. @param {string} specifier */
function sourceOf(specifier) {
  const [, room, door = ''] = /^@parley\/([\w-]+)(\/.+)?$/.exec(specifier) ?? []
  if (room === undefined) return undefined
  const { exports } = JSON.parse(readFileSync(new URL(`${room}/package.json`, PACKAGES), 'utf8'))
  const file = exports[`.${door}`]?.['@parley/source']
  return file && new URL(`${room}/${file}`, PACKAGES).href
}

// What `--conditions=@parley/source` says, for a process that has already begun. Handing that condition on to the next
// hook would be shorter, and Node 22.18 ignores it.
registerHooks({
  resolve(specifier, context, next) {
    const url = sourceOf(specifier)
    return url ? { url, shortCircuit: true } : next(specifier, context)
  },
})
const { runCommand } = await import('../src/main.ts')

/** @param {readonly string[]} args */
export const main = (args) =>
  runCommand(args, {
    async page() {
      await ensureStudio()
      return STUDIO
    },
  })
