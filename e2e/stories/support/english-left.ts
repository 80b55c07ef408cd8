import type { Page } from '@playwright/test'

/** What is not said by the interface: code, names, what models and tools say, what a person wrote; and charts, told in the names of their data. */
const OTHERS =
  'pre, code, kbd, option, script, style, iframe, .font-mono, .cm-content, [lang="en"], [translate="no"], [data-role="user"], [data-testid="answer-text"], [data-testid="chart-told"]'

/** Names, and words that Chinese software leaves as they are. */
const NAMES = new Set(
  'Parley JSON XML YAML CDATA API AI SDK ID URL HTTP zip curl token Token React Markdown Tool Call English Ctrl Shift Enter Backspace Esc Mod src vfs JavaScript kB MB GB scripted Hermes Ollama TypeScript GGUF MCP README LM Studio SHA Qwen qwen node-llama-cpp llama CSV Lines ShareGPT OpenAI ChatGPT Claude LibreChat'.split(
    ' ',
  ),
)

interface Look {
  readonly others: string
  readonly names: readonly string[]
}

/** Runs in the page. */
function lookForEnglish({ others, names }: Look): readonly string[] {
  const found = new Set<string>()
  const judge = (text: string) => {
    const words = text.replaceAll(/`[^`]*`|(?:[0-9a-f]{4} ?){4,}|由 \S+ 读取|\S*[/._@·]\S+/gu, ' ').match(/[A-Za-z]{2,}/g) ?? []
    if (words.some((word) => !names.includes(word))) found.add(text.trim().slice(0, 120))
  }
  const isOurs = (element: Element) => element.closest(others) === null && element.checkVisibility({ visibilityProperty: true })
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.parentElement && isOurs(node.parentElement)) judge(node.nodeValue ?? '')
  }
  for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-roledescription']) {
    for (const element of document.querySelectorAll(`[${name}]`)) if (isOurs(element)) judge(element.getAttribute(name) ?? '')
  }
  return [...found]
}

/** Everything the interface itself says in English. */
export const englishLeft = (page: Page): Promise<readonly string[]> =>
  page.evaluate(lookForEnglish, { others: OTHERS, names: [...NAMES] })
