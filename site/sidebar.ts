import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { addressOf } from './pages.ts'

export interface Item {
  readonly text: string
  readonly link?: string
  readonly collapsed?: boolean
  readonly items?: Item[]
}

/** A heading and the pages below it, each as `[file, what the sidebar calls it]`. */
type Group = readonly [heading: string, pages: readonly (readonly [file: string, text: string])[]]

const ENGLISH: readonly Group[] = [
  [
    'Start',
    [
      ['README.md', 'What it is'],
      ['docs/guide/ten-minutes.md', 'Five ways in, timed'],
      ['docs/studio.md', 'The studio'],
      ['docs/guide/compare.md', 'How it compares'],
    ],
  ],
  [
    'Use it',
    [
      ['docs/guide/connect-a-model.md', 'Connect a model'],
      ['docs/guests/README.md', 'Guests: agents and SDKs'],
      ['docs/guide/tools.md', 'Tools'],
      ['docs/guide/operate.md', 'Operate'],
      ['docs/guide/troubleshoot.md', 'Troubleshoot'],
      ['packages/cli/README.md', 'The command'],
    ],
  ],
  [
    'Embed it',
    [
      ['docs/embedding.md', 'Overview'],
      ['docs/guide/embed/express.md', 'Express'],
      ['docs/guide/embed/hono.md', 'Hono'],
      ['docs/guide/embed/nextjs.md', 'Next.js'],
      ['docs/guide/embed/vite.md', 'Vite and React'],
      ['docs/guide/embed/login.md', 'Behind your own login'],
      ['docs/embedding-the-sandbox.md', 'The sandbox'],
      ['docs/migrating.md', 'From the AI SDK or assistant-ui'],
    ],
  ],
  [
    'In depth',
    [
      ['docs/gateway.md', 'The gateway'],
      ['docs/mcp.md', 'MCP'],
      ['docs/agent-mode.md', 'Agent mode'],
      ['docs/doctor.md', 'The doctor'],
      ['docs/model-files.md', "A model's own files"],
      ['docs/http-api.md', 'HTTP API'],
      ['docs/wire-formats.md', 'Wire formats'],
      ['docs/security.md', 'Security model'],
      ['deploy/README.md', 'Deploy'],
      ['SECURITY.md', 'Report a hole'],
      ['CHANGELOG.md', 'What is new'],
    ],
  ],
  [
    'Extend it',
    [
      ['docs/dialects.md', 'Dialect atlas'],
      ['docs/add-a-dialect.md', 'Add a dialect'],
      ['docs/add-a-tool.md', 'Add a tool'],
      ['docs/add-a-provider.md', 'Add a provider'],
      ['docs/add-a-rule.md', 'Add a rule'],
      ['docs/add-a-language.md', 'Add a language'],
    ],
  ],
]

/** Groups that are closed until somebody opens them: what lies in a folder, or what only who changes the house reads. */
const CLOSED: readonly (readonly [heading: string, files: RegExp])[] = [
  ['Models, in depth', /^docs\/models\//],
  ['Operate, in depth', /^docs\/operate\//],
  ['Trust, in depth', /^docs\/trust\//],
  ['Packages', /^(packages|apps)\/(?!cli)[\w-]+\/README\.md$/],
  ['Examples', /^examples\//],
  ['Change it', /^(CONTRIBUTING\.md|docs\/[\w-]+\.md|docs\/contribute\/)/],
  ['Measured', /^bench\//],
]

/** Folders that are read by looking a name up: each has a sidebar of its own. */
const CATALOGUES: readonly (readonly [prefix: string, heading: string, files: RegExp])[] = [
  ['/atlas/', 'Dialect atlas', /^packages\/dialects\/fixtures\//],
  ['/decisions/', 'Decisions', /^docs\/decisions\//],
  ['/guests/', 'Guests', /^docs\/guests\//],
  ['/api/', 'API reference', /^site\/api\/(?!.*\/namespaces\/)/],
]

const CHINESE: readonly Group[] = [
  [
    '开始',
    [
      ['docs/zh/README.md', '这是什么'],
      ['docs/zh/ten-minutes.md', '五条路，计时'],
      ['docs/zh/compare.md', '与其他项目比较'],
    ],
  ],
  [
    '使用',
    [
      ['docs/zh/connect-a-model.md', '连接模型'],
      ['docs/zh/guests.md', '客户端'],
      ['docs/zh/tools.md', '工具'],
      ['docs/zh/trust.md', '程序、预演、凭据、重放'],
      ['docs/zh/operate.md', '部署运行'],
      ['docs/zh/troubleshoot.md', '排查问题'],
    ],
  ],
  [
    '嵌入',
    [
      ['docs/zh/embed/express.md', 'Express'],
      ['docs/zh/embed/hono.md', 'Hono'],
      ['docs/zh/embed/nextjs.md', 'Next.js'],
      ['docs/zh/embed/vite.md', 'Vite 和 React'],
      ['docs/zh/embed/login.md', '放在自己的登录之后'],
    ],
  ],
]

const titleOf = (root: string, file: string): string =>
  /^# (.+)$/m.exec(readFileSync(join(root, file), 'utf8'))?.[1]?.replaceAll(/`|\\/g, '') ?? file

const drawn = (groups: readonly Group[]): Item[] =>
  groups.map(([text, pages]) => ({ text, items: pages.map(([file, name]) => ({ text: name, link: addressOf(file) })) }))

/** The sidebars of the English pages, by the beginning of an address. */
export function english(root: string, pages: readonly string[]): Record<string, Item[]> {
  const named = new Set(ENGLISH.flatMap(([, group]) => group.map(([file]) => file)))
  const listed = (files: RegExp): Item[] =>
    pages
      .filter((file) => files.test(file) && !named.has(file))
      .map((file) => ({ text: titleOf(root, file), link: addressOf(file) }))
  const catalogues = CATALOGUES.map(([prefix, text, files]) => ({ prefix, text, items: listed(files) })).filter(
    ({ items }) => items.length > 0,
  )
  const closed = CLOSED.map(([text, files]) => ({ text, collapsed: true, items: listed(files) }))
  const doors = catalogues.map(({ prefix, text, items }) => ({
    text,
    link: items.find(({ link }) => link === prefix)?.link ?? items[0]?.link ?? prefix,
  }))
  const back: Item = { text: '← All pages', link: '/' }
  return {
    '/': [...drawn(ENGLISH), ...closed, { text: 'Look up', items: doors }],
    ...Object.fromEntries(catalogues.map(({ prefix, text, items }) => [prefix, [back, { text, items }]])),
  }
}

/** The sidebar of the Chinese pages, which are those for users. */
export const chinese = (): Record<string, Item[]> => ({ '/zh/': drawn(CHINESE) })

/** Every address that a sidebar leads to. */
export const linksOf = (sidebars: Record<string, Item[]>): readonly string[] => {
  const below = ({ link, items = [] }: Item): readonly string[] => [
    ...(link === undefined ? [] : [link]),
    ...items.flatMap(below),
  ]
  return Object.values(sidebars).flat().flatMap(below)
}
