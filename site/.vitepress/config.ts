import { cpSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitepress'
import { findPages, placeOf, slugOf } from '../pages.ts'
import { chinese, english } from '../sidebar.ts'
import { drawFences } from './draw-fences.ts'
import { followLinks } from './follow-links.ts'
import { words } from './words.ts'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const pages = findPages(root)
const linked = new Set<string>()

/** Chinese has no spaces. Carried to the browser as text: it may use nothing from outside. */
const tokenize = (text: string): string[] =>
  Array.from(new Intl.Segmenter('zh', { granularity: 'word' }).segment(text)).flatMap(({ segment, isWordLike }) =>
    isWordLike ? [segment.toLowerCase()] : [],
  )

export default defineConfig({
  title: 'Parley',
  description: 'Let any language model call tools, in whatever dialect it speaks, with the user holding the trigger.',
  srcDir: '..',
  // Whatever is not a page of the site is another file that ends in .md.
  srcExclude: [
    '{node_modules,.cache,e2e,scripts}/**',
    'site/!(api)/**',
    'site/*.md',
    '{packages,apps}/*/{src,node_modules,dist}/**',
    'examples/*/!(README).md',
    'packages/*/bin/**',
  ],
  rewrites: Object.fromEntries(pages.map((file) => [file, placeOf(file)])),
  base: process.env['SITE_BASE'] ?? '/',
  cacheDir: '../.cache/site',
  outDir: 'dist',
  cleanUrls: true,
  metaChunk: true,
  head: [
    [
      'link',
      {
        rel: 'icon',
        href: "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'><text y='26' font-size='28'>🗣</text></svg>",
      },
    ],
  ],
  markdown: {
    anchor: { slugify: slugOf },
    config(markdown) {
      followLinks(markdown, { root, pages: new Set(pages), linked })
      drawFences(markdown)
    },
  },
  locales: {
    root: { label: 'English', lang: 'en', themeConfig: { sidebar: english(root, pages) } },
    zh: {
      label: '简体中文',
      lang: 'zh-Hans',
      description: words.description,
      themeConfig: { ...words.theme, sidebar: chinese() },
    },
  },
  themeConfig: {
    outline: [2, 3],
    search: {
      provider: 'local',
      options: { miniSearch: { options: { tokenize } }, locales: { zh: { translations: words.search } } },
    },
  },
  vite: {
    resolve: { conditions: ['@parley/source'] },
    // Its esbuild is older than our target.
    esbuild: { tsconfigRaw: { compilerOptions: { target: 'es2022', verbatimModuleSyntax: true } } },
    build: { chunkSizeWarningLimit: 2000 },
  },
  buildEnd({ outDir }) {
    for (const file of [...linked, 'docs/openapi.json']) cpSync(join(root, file), join(outDir, file))
  },
})
