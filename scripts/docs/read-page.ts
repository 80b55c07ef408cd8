export interface Snippet {
  /** The file it is pulled from, and the region within, if it is not the whole. */
  readonly file: string
  readonly region: string | undefined
  readonly code: string
}

const FENCE = /^(`{3,}|~{3,})[^\n]*\n[\s\S]*?^\1/gm
const SNIPPET = /<!-- from ([\w./-]+)(?:#([\w-]+))? -->\s*```\w*(?: \[[^\]\n]*\])?\n([\s\S]*?)```/g
const PATH = /`([\w.-]+(?:\/[\w.-]+)*\/(?:[\w.-]+\.(?:tsx?|mjs|md|json|html)|))`/g
const LINK = /\]\(([^)\s]+)\)/g

/** The blocks of a page that say which file they come from. */
export function readSnippets(page: string): readonly Snippet[] {
  return Array.from(page.matchAll(SNIPPET), ([, file = '', region, code = '']) => ({ file, region, code }))
}

/** The files and folders of this repository that a page names in backticks, outside its code blocks. */
export function readPaths(page: string): readonly string[] {
  return Array.from(page.replaceAll(FENCE, '').matchAll(PATH), ([, path = '']) => path)
}

export interface Fence {
  readonly language: string
  /** The file it is to be saved as. */
  readonly title: string | undefined
  /** The file it shows. */
  readonly from: string | undefined
  readonly text: string
}

const FENCED = /(?:<!-- from ([\w./-]+)(?:#[\w-]+)? -->\s*)?^```(\w*)(?: \[([^\]\n]+)\])?\n([\s\S]*?)^```$/gm

/** The code blocks of a page. */
export function readFences(page: string): readonly Fence[] {
  return Array.from(page.matchAll(FENCED), ([, from, language = '', title, text = '']) => ({ language, title, from, text }))
}

/** What a page says as code, in blocks and within sentences. */
export function readSpoken(page: string): readonly string[] {
  const inline = page.replaceAll(FENCE, '').matchAll(/`([^`\n]+)`/g)
  return [...readFences(page).map(({ text }) => text), ...Array.from(inline, ([, text = '']) => text)]
}

interface Target {
  /** Empty: the page itself. */
  readonly path: string
  readonly anchor: string | undefined
}

/** Where a page leads inside this repository. */
export function readTargets(page: string): readonly Target[] {
  const targets = Array.from(page.replaceAll(FENCE, '').matchAll(LINK), ([, target = '']) => target)
  return targets
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => {
      const [path = '', anchor] = target.split('#')
      return { path, anchor }
    })
}

/** The same without anchors. */
export function readLinks(page: string): readonly string[] {
  return readTargets(page).flatMap(({ path }) => (path === '' ? [] : [path]))
}

/** The part of a source file between `// #region name` and `// #endregion`, or all of it, without what only the check needs. */
export function cutRegion(source: string, region: string | undefined): string | undefined {
  if (region === undefined) return source
  const start = new RegExp(`^[ \\t]*// #region ${region}\\n`, 'm').exec(source)
  if (!start) return undefined
  const rest = source.slice(start.index + start[0].length)
  const end = /^[ \t]*\/\/ #endregion/m.exec(rest)
  if (!end) return undefined
  const lines = rest.slice(0, end.index).split('\n')
  const indent = Math.min(...lines.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length))
  return lines.map((line) => line.slice(indent)).join('\n')
}
