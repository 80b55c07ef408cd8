import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const packages = join(import.meta.dirname, '..', 'packages')

/** What TypeDoc calls a door (`server/src/hosts/node`) and what one imports (`@parley/server/node`). */
function doorNames() {
  return new Map(
    readdirSync(packages).flatMap((room) => {
      const { name, exports = {} } = JSON.parse(readFileSync(join(packages, room, 'package.json'), 'utf8'))
      return Object.entries(exports).flatMap(([door, { '@parley/source': source }]) =>
        source ? [[`${room}/${source.replace(/^\.\//, '').replace(/(\/index)?\.ts$/, '')}`, name + door.slice(1)]] : [],
      )
    }),
  )
}

/** A plug-in of TypeDoc: pages are named as doors are imported. @param {import('typedoc').Application} app */
export function load(app) {
  const names = doorNames()
  app.converter.on('resolveBegin', ({ project }) => {
    for (const door of project.children ?? []) door.name = names.get(door.name) ?? door.name
  })
}
