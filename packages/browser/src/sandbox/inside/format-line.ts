import { inspect } from './inspect.ts'
import { slice, toText } from './intrinsics.ts'

/** One console line: `%s` and friends filled in, the other arguments after it. `args` is a real array made by the engine. */
export function formatLine(args: readonly unknown[], maxLength: number): string {
  const first = args[0]
  const template = typeof first === 'string' && args.length > 1 ? fill(first, args, maxLength) : { text: '', used: 0 }
  let { text } = template
  for (let index = template.used; index < args.length; index += 1) {
    text += `${index === 0 ? '' : ' '}${showArgument(args[index], maxLength)}`
    if (text.length > maxLength) break
  }
  return text
}

function fill(template: string, args: readonly unknown[], maxLength: number): { readonly text: string; readonly used: number } {
  let text = ''
  let used = 1
  let from = 0
  for (let index = 0; index < template.length - 1; index += 1) {
    if (template[index] !== '%') continue
    const filled = fillOne(template[index + 1] ?? '', used < args.length, args[used])
    if (filled === undefined) continue
    text += slice(template, from, index) + filled
    if (template[index + 1] !== '%') used += 1
    index += 1
    from = index + 1
    if (text.length > maxLength) break
  }
  return { text: text + slice(template, from), used }
}

/** Undefined when the two characters mean nothing, so that `100%s` without an argument stays as it is. */
function fillOne(directive: string, has: boolean, value: unknown): string | undefined {
  if (directive === '%') return '%'
  if (!has) return undefined
  switch (directive) {
    case 's':
      return showArgument(value, 10_000)
    case 'd':
    case 'i':
    case 'f':
      return typeof value === 'number' || typeof value === 'bigint' ? toText(directive === 'i' ? integer(value) : value) : 'NaN'
    case 'o':
    case 'O':
    case 'j':
      return inspect(value, 10_000).text
    case 'c':
      return ''
    default:
      return undefined
  }
}

function integer(value: number | bigint): number | bigint {
  return typeof value === 'number' ? value - (value % 1) : value
}

function showArgument(value: unknown, maxLength: number): string {
  return inspect(value, maxLength, 3).text
}
