/** How a text changes, line by line: what stands before and behind the change is left out but for three lines. */
export function showDiff(before: string, after: string): string {
  const [old, fresh] = [lines(before), lines(after)]
  let start = 0
  while (start < Math.min(old.length, fresh.length) && old[start] === fresh[start]) start++
  let end = 0
  while (end < Math.min(old.length, fresh.length) - start && old.at(-1 - end) === fresh.at(-1 - end)) end++
  return [
    ...marked(' ', old.slice(Math.max(0, start - CONTEXT), start)),
    ...marked('-', old.slice(start, old.length - end)),
    ...marked('+', fresh.slice(start, fresh.length - end)),
    ...marked(' ', fresh.slice(fresh.length - end, fresh.length - end + CONTEXT)),
  ].join('\n')
}

const CONTEXT = 3

const lines = (text: string): readonly string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'))

const marked = (mark: string, text: readonly string[]): readonly string[] => text.map((line) => `${mark} ${line}`.trimEnd())
