/** What a page tells its reader to do, in order. A block is titled as the site shows it: ```` ```js [server.mjs] ````. */
export type Step =
  | { readonly kind: 'write'; readonly file: string; readonly text: string }
  /** `prints`: what the page says the reader will see; `…` stands for anything. */
  | { readonly kind: 'run'; readonly command: string; readonly prints?: string }
  | { readonly kind: 'leave-running'; readonly command: string }

const BLOCK = /^```(\w+)(?: \[([^\]\n]+)\])?\n([\s\S]*?)^```$/gm

export function readSteps(page: string): readonly Step[] {
  const steps: Step[] = []
  for (const [, language, title, text = ''] of page.matchAll(BLOCK)) {
    const last = steps.at(-1)
    if (language === 'sh') steps.push({ kind: title === 'leave it running' ? 'leave-running' : 'run', command: text })
    else if (title !== undefined) steps.push({ kind: 'write', file: title, text })
    else if (language === 'text' && last?.kind === 'run') steps.push({ ...(steps.pop() as typeof last), prints: text })
  }
  return steps
}
