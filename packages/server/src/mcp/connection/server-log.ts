/** Kept of what a server says on its error stream. */
const MOST_LINES = 500
const LONGEST = 2000

export interface ServerLog {
  add(text: string): void
  readonly lines: readonly string[]
}

export function createServerLog(mask: () => (text: string) => string): ServerLog {
  const kept: string[] = []
  let open = ''
  return {
    add(text) {
      const lines = `${open}${text}`.split(/\r?\n/)
      open = (lines.pop() ?? '').slice(0, LONGEST)
      for (const line of lines) kept.push(mask()(line.slice(0, LONGEST)))
      kept.splice(0, kept.length - MOST_LINES)
    },
    get lines() {
      return open === '' ? kept : [...kept, mask()(open)]
    },
  }
}
