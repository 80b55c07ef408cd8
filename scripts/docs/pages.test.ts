import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '../workspace/root.mjs'
import { cutRegion, readLinks, readPaths, readSnippets } from './read-page.ts'

const pages = globSync(
  ['*.md', 'docs/**/*.md', 'bench/*.md', '{packages,apps,examples}/*/README.md', 'packages/dialects/fixtures/*.md'],
  {
    cwd: root,
  },
).toSorted()
const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** A page names files from the repository's root, from the folder all rooms share, or from its own. */
const exists = (page: string, path: string) =>
  ['', 'packages', 'apps', dirname(page)].some((folder) => existsSync(join(root, folder, path)))

/** A decision tells what was so when it was made; only its links must hold. */
const present = pages.filter((page) => !page.startsWith('docs/decisions/') && !page.includes('/fixtures/'))

describe('the pages', () => {
  test('are found', () => {
    expect(pages).toEqual(expect.arrayContaining(['README.md', 'docs/architecture.md', 'docs/the-walk.md']))
  })

  test.each(present)('%s names only files that exist', (page) => {
    expect(readPaths(read(page)).filter((path) => !exists(page, path))).toEqual([])
  })

  test.each(pages)('%s links only to pages that exist', (page) => {
    expect(readLinks(read(page)).filter((target) => !existsSync(join(root, dirname(page), target)))).toEqual([])
  })

  test('the map leads to every page but the decisions, which have an index, and the pages of dialects, which have a table', () => {
    const mapped = readLinks(read('docs/README.md')).map((target) => join('docs', target))
    const listed = present.filter((page) => !/^(bench|examples)\//.test(page) && page !== 'docs/README.md')
    expect(listed.filter((page) => !mapped.includes(page))).toEqual([])
  })

  const snippets = pages.flatMap((page) => readSnippets(read(page)).map((snippet) => ({ page, ...snippet })))

  test.each(snippets)('$page shows $file as it is', ({ file, region, code }) => {
    expect(code).toBe(cutRegion(read(file), region))
  })
})

describe('reading a page', () => {
  const page = [
    'See `packages/a/b.ts`, `scripts/` and `npm start`, [here](other.md#part) and [there](https://example.com/x.md).',
    '<!-- from examples/x/x.ts#heart -->',
    '```ts',
    'const a = 1',
    '```',
    '```md',
    'never `looked/at.ts` nor [followed](nowhere.md)',
    '```',
  ].join('\n')

  test('paths, links and snippets are found, and code blocks are left alone', () => {
    expect(readPaths(page)).toEqual(['packages/a/b.ts', 'scripts/'])
    expect(readLinks(page)).toEqual(['other.md'])
    expect(readSnippets(page)).toEqual([{ file: 'examples/x/x.ts', region: 'heart', code: 'const a = 1\n' }])
  })

  test('a region is cut out and moved to the left', () => {
    const source = 'import x\n  // #region heart\n  if (x) {\n    y()\n  }\n  // #endregion\nrest\n'
    expect(cutRegion(source, 'heart')).toBe('if (x) {\n  y()\n}\n')
    expect(cutRegion(source, 'lung')).toBeUndefined()
    expect(cutRegion(source, undefined)).toBe(source)
  })
})
