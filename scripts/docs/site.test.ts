import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseFixturePage } from '../../packages/dialects/src/testing/fixture-page.ts'
import { readSoFar } from '../../site/atlas/read-so-far.ts'
import { shown } from '../../site/atlas/shown.ts'
import { addressOf, findPages, slugOf } from '../../site/pages.ts'
import { chinese, english, linksOf } from '../../site/sidebar.ts'
import { root } from '../workspace/root.mjs'
import { readSteps } from './page-steps.ts'
import { readTargets } from './read-page.ts'

/** The reference is written when the site is; what it links to, the build itself checks. */
const pages = findPages(root).filter((page) => !page.startsWith('site/api/'))
const read = (page: string) => readFileSync(join(root, page), 'utf8')
const sidebars = { ...english(root, pages), ...chinese() }

/** The anchors of a page: its headings, as GitHub and the site write them; one that comes twice has a number. */
function anchorsOf(page: string): ReadonlySet<string> {
  const seen = new Map<string, number>()
  const headings = read(page)
    .replaceAll(/^(`{3,}|~{3,})[^\n]*\n[\s\S]*?^\1/gm, '')
    .matchAll(/^#{1,6} (.+)$/gm)
  return new Set(
    Array.from(headings, ([, heading = '']) => {
      const slug = slugOf(heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1'))
      const times = seen.get(slug) ?? 0
      seen.set(slug, times + 1)
      return times === 0 ? slug : `${slug}-${times}`
    }),
  )
}

describe('the site', () => {
  test('no two pages have one address', () => {
    const addresses = pages.map(addressOf)
    expect(addresses.filter((address, at) => addresses.indexOf(address) !== at)).toEqual([])
  })

  test('a sidebar leads to every page, and to nothing else', () => {
    const linked = new Set(linksOf(sidebars))
    const addresses = new Set(pages.map(addressOf))
    expect(pages.filter((page) => !linked.has(addressOf(page)) && page !== 'docs/README.md')).toEqual([])
    expect([...linked].filter((link) => !addresses.has(link))).toEqual([])
  })

  test('a link to a part of a page leads to a heading that is there', () => {
    const dead = pages.flatMap((page) =>
      readTargets(read(page)).flatMap(({ path, anchor }) => {
        const target = path === '' ? page : posix.join(posix.dirname(page), path)
        if (anchor === undefined || !target.endsWith('.md') || !existsSync(join(root, target))) return []
        return anchorsOf(target).has(anchor) ? [] : [`${page} → ${path}#${anchor}`]
      }),
    )
    expect(dead).toEqual([])
  })

  test('every page has a title', () => {
    expect(pages.filter((page) => !/^# \S/m.test(read(page)))).toEqual([])
  })
})

describe('a page in two languages', () => {
  const translated = pages.filter((page) => page.startsWith('docs/zh/embed/'))

  test.each(translated)('%s tells the same steps as the English one', (page) => {
    expect(readSteps(read(page))).toEqual(readSteps(read(page.replace('docs/zh/', 'docs/guide/'))))
  })

  test('the user finds each page for users in Chinese', () => {
    const guide = pages.filter((page) => page.startsWith('docs/guide/')).map((page) => page.slice('docs/guide/'.length))
    expect(guide.filter((page) => !existsSync(join(root, 'docs/zh', page)))).toEqual([])
  })
})

describe('the atlas', () => {
  const atlas = pages.filter((page) => dirname(page) === 'packages/dialects/fixtures')

  test.each(atlas)('%s is read in the browser as it says', (page) => {
    const dialect = posix.basename(page, '.md')
    for (const { source, parts, options, title } of parseFixturePage(read(page)).fixtures) {
      const { tools, mender: _, ...others } = options
      const seen = readSoFar({ dialect, text: source, ended: true, tools, options: others })
      const promised = parts.map((part) => shown(part as Record<string, unknown>))
      const essential = (all: typeof seen) =>
        all.map(({ kind, name, text }) => (kind === 'broken-call' ? { kind, name } : { kind, name, text }))
      expect({ title, parts: essential(seen) }).toEqual({ title, parts: essential(promised) })
      expect(
        readSoFar({ dialect, text: source.slice(0, source.length / 2), ended: false, tools, options: others }).every(
          ({ kind }) => kind !== '',
        ),
      ).toBe(true)
    }
  })
})
