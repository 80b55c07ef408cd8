/** One name in the three spellings a plug-in needs. */
export interface PluginName {
  /** `word-count`: files and ids. */
  readonly kebab: string
  /** `wordCount`: the export. */
  readonly camel: string
  /** `word_count`: what a model calls a tool. */
  readonly snake: string
  /** `Word count`: what a person reads. */
  readonly title: string
}

/** Undefined when the text cannot be an id: kebab-case, and beginning with a letter. */
export function parsePluginName(text: string): PluginName | undefined {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(text)) return undefined
  const words = text.replaceAll('-', ' ')
  return {
    kebab: text,
    camel: text.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase()),
    snake: text.replaceAll('-', '_'),
    title: words.charAt(0).toUpperCase() + words.slice(1),
  }
}
