import { expect } from 'vitest'
import type { ThreadDocument } from './play-story.ts'
import { FINAL, type World } from './world.ts'

/** How a story went. */
export interface Played {
  readonly threadId: string
  readonly thread: ThreadDocument
  /** What every server was about to do or had done, in the order in which it was allowed to. */
  readonly course: readonly string[]
}

/** Whether a server went on with what another, or itself when it was too slow, had let go of. */
export const isTaken = ({ course }: Pick<Played, 'course'>): boolean => course.includes('after take')

/** Nobody could tell that anything happened to a server. */
export function checkStory({ threadId, thread: { messages, receipts }, course }: Played, world: World): void {
  const where = course.join(', ')
  const told = messages.map(({ role, parts }) =>
    parts.map((part) =>
      part.type === 'tool-call'
        ? part.name
        : part.type === 'tool-result'
          ? textOf(part.content)
          : part.type === 'text' && role === 'assistant'
            ? part.text
            : role,
    ),
  )
  const edited = '{"path":"/src/App.tsx","content":"title: new, as edited"}'
  expect(told, where).toEqual([
    ['user'],
    ['list_directory'],
    ['list_directory did {"path":"/src"}'],
    ['read_file', 'count_lines'],
    ['title: old, sign_file did {"path":"/src/App.sig"}', 'count_lines did {"path":"/src/App.tsx"}'],
    ['write_file'],
    [`The user changed the arguments before this call ran. It ran with: ${edited}\nwrite_file did ${edited}`],
    [FINAL],
    ['user'],
    [FINAL],
  ])
  const names = ['list_directory', 'count_lines', 'sign_file', 'read_file', 'write_file']
  const decided = ['allow', 'allow', 'edit', 'result', 'edit']
  if (receipts) expect(receipts.toSorted(), where).toEqual(names.map((name, at) => `${name} ${decided[at]}`).toSorted())
  for (const tool of ['list_directory', 'count_lines', 'sign_file', 'write_file']) {
    const mine = ({ key, tool: name }: { key: string; tool: string }) => name === tool && key.includes(`/${threadId}/`)
    expect([...world.effects.values()].filter(mine), `${tool} had its effect once: ${where}`).toHaveLength(1)
    const allowed = course.length === 0 ? 1 : attemptsIn(course, tool)
    expect(world.attempts.filter(mine).length, `${tool} was attempted: ${where}`).toBeLessThanOrEqual(allowed)
  }
}

const STORED: readonly string[] = ['after put', 'after putWrites of messages', 'after keepInner']

/** How often a tool was to reach out: again only where its thread was taken over from one who had not yet stored the result. */
export function attemptsIn(course: readonly string[], tool: string): number {
  let attempts = 0
  let mayBegin = true
  let isOpen = false
  for (const name of course) {
    if (name === `before ${tool}`) {
      expect(mayBegin, `${tool} was attempted needlessly: ${course.join(', ')}`).toBe(true)
      attempts++
      mayBegin = false
      isOpen = true
    } else if (STORED.includes(name)) isOpen = false
    else if (name === 'after take' && isOpen) mayBegin = true
  }
  return attempts
}

function textOf(content: readonly { readonly type: string; readonly text?: string }[]): string {
  return content.map(({ text }) => text ?? '').join('\n')
}
