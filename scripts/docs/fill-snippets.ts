import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cutRegion } from './read-page.ts'

/** The page with every marked block brought up to date from the file it names. */
export function fillSnippets(root: string, page: string): string {
  return page.replaceAll(
    /(<!-- from ([\w./-]+)(?:#([\w-]+))? -->\s*```\w*(?: \[[^\]\n]*\])?\n)[\s\S]*?```/g,
    (whole, head: string, file: string, region?: string) => {
      const code = cutRegion(readFileSync(join(root, file), 'utf8'), region)
      return code === undefined ? whole : `${head}${code}\`\`\``
    },
  )
}
