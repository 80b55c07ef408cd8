import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const SOURCE = join(import.meta.dirname, '..')

/** Names of colours in shadcn/ui, which a page around us may have. */
const THEIRS =
  /\b(?:bg|text|border|ring|fill)-(?:accent|primary|secondary|muted|card|popover|background|foreground|destructive|input|sidebar)\b/

describe('the looks', () => {
  it('ask for no colour that the page around them may call its own', () => {
    const files = globSync('**/*.tsx', { cwd: SOURCE }).filter((file) => !file.endsWith('.test.tsx'))
    const found = files.filter((file) => THEIRS.test(readFileSync(join(SOURCE, file), 'utf8')))
    expect(found).toEqual([])
  })
  it('define no variable that the page around them may define too', () => {
    const colours = readFileSync(join(import.meta.dirname, 'colours.css'), 'utf8')
    const names = [...colours.matchAll(/^ *(--[\w-]+):/gm)].map(([, name]) => name ?? '')
    expect(names.length).toBeGreaterThan(40)
    expect(names.filter((name) => !name.startsWith('--parley-'))).toEqual([])
  })
})
