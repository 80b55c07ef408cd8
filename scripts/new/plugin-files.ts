import { readFileSync } from 'node:fs'
import type { PluginName } from './plugin-name.ts'

/** Where each template goes. A template is a plug-in that works, to be turned into another. */
const PLACES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  dialect: {
    'dialect.ts': 'packages/dialects/src/dialects/{{kebab}}.ts',
    'dialect-page.md': 'packages/dialects/fixtures/{{kebab}}.md',
  },
  tool: {
    'tool.ts': 'packages/browser/src/tools/{{kebab}}.ts',
    'tool.test.ts': 'packages/browser/src/tools/{{kebab}}.test.ts',
  },
  provider: {
    'provider.ts': 'packages/server/src/providers/{{kebab}}.ts',
    'provider.test.ts': 'packages/server/src/providers/{{kebab}}.test.ts',
  },
}

export const pluginKinds: readonly string[] = Object.keys(PLACES)

/** The files of a new plug-in: path and text. */
export function pluginFiles(kind: string, name: PluginName): readonly (readonly [path: string, text: string])[] {
  const words: Readonly<Record<string, string>> = { ...name }
  const fill = (text: string) => text.replaceAll(/\{\{(\w+)\}\}/g, (_, word: string) => words[word] ?? '')
  return Object.entries(PLACES[kind] ?? {}).map(([template, place]) => {
    const text = readFileSync(new URL(`templates/${template}.template`, import.meta.url), 'utf8')
    return [fill(place), fill(text)]
  })
}
