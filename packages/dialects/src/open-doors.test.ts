import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const here = import.meta.dirname
const IMPORTS = /import (?:type )?\{([^}]*)\} from '(\.\.\/[^']+)'/g
const EXPORTS = /export (?:type )?\{([^}]*)\} from/g

const names = (list: string): readonly string[] =>
  list
    .split(',')
    .map((name) => name.trim().replace(/^type /, ''))
    .filter(Boolean)

const open = new Set(
  ['index.ts', 'shapes/index.ts', 'toolkit.ts'].flatMap((door) =>
    [...readFileSync(join(here, door), 'utf8').matchAll(EXPORTS)].flatMap(([, list = '']) => names(list)),
  ),
)

test.each(globSync('dialects/*.ts', { cwd: here }).filter((file) => !file.endsWith('.test.ts')))(
  '%s could be written outside of the house: all that it takes is exported',
  (file) => {
    const taken = [...readFileSync(join(here, file), 'utf8').matchAll(IMPORTS)].flatMap(([, list = '']) => names(list))
    expect(taken.filter((name) => !open.has(name))).toEqual([])
  },
)
