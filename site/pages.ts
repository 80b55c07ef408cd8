import { globSync } from 'node:fs'
import { sep } from 'node:path'

/** Where the pages lie in the repository. There is no second copy of any of them. */
const SOURCES = [
  '{README,CHANGELOG,CONTRIBUTING,SECURITY}.md',
  'docs/**/*.md',
  'bench/*.md',
  'deploy/README.md',
  '{packages,apps,examples}/*/README.md',
  'packages/dialects/fixtures/*.md',
  'site/api/**/*.md',
]

/** A file and its place in the site. The first that fits holds. */
const PLACES: readonly (readonly [RegExp, string])[] = [
  [/^README\.md$/, 'index.md'],
  [/^docs\/README\.md$/, 'pages.md'],
  [/^(CHANGELOG|CONTRIBUTING)\.md$/, '$1.md'],
  [/^SECURITY\.md$/, 'report-a-hole.md'],
  [/^docs\/(.*)\/README\.md$/, '$1/index.md'],
  [/^docs\/(.*)$/, '$1'],
  [/^deploy\/README\.md$/, 'deploy.md'],
  [/^(?:packages|apps)\/([\w-]+)\/README\.md$/, 'packages/$1.md'],
  [/^examples\/([\w-]+)\/README\.md$/, 'examples/$1.md'],
  [/^packages\/dialects\/fixtures\/(.*)$/, 'atlas/$1'],
  [/^site\/(api.*)\/README\.md$/, '$1/index.md'],
  [/^site\/(api\/.*)$/, '$1'],
]

/** Every page of the repository, as a path from its root. */
export function findPages(root: string): readonly string[] {
  return globSync(SOURCES, { cwd: root, exclude: ['**/node_modules/**'] })
    .map((file) => file.replaceAll(sep, '/'))
    .toSorted()
}

/** Where a file stands in the site, such as `packages/server.md`. */
export function placeOf(file: string): string {
  const [pattern, place] = PLACES.find(([known]) => known.test(file)) ?? [/^/, '']
  return file.replace(pattern, place).toLowerCase()
}

/** Its address, such as `/packages/server` or `/guests/`. */
export const addressOf = (file: string): string => `/${placeOf(file)}`.replace(/\.md$/, '').replace(/\/index$/, '/')

/** What GitHub makes of a heading, so that a link to a part of a page leads there in both places. */
export const slugOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-')
