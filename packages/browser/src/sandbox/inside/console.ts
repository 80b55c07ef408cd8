import type { ConsoleLevel } from '../sandbox.ts'
import { formatLine } from './format-line.ts'
import { inspect } from './inspect.ts'
import { cutText } from './inspection.ts'
import {
  append,
  create,
  createList,
  dataDescriptor,
  defineProperty,
  isArray,
  min,
  now,
  ownKeys,
  repeat,
  toText,
  uncurry,
} from './intrinsics.ts'

type WriteLine = (level: ConsoleLevel, text: string) => void

/** Where the lines of the current program go, and how many of them there may be. */
export interface LineSink {
  readonly write: WriteLine
  readonly maxLineLength: number
  linesLeft: number
  lengthLeft: number
  dropped: number
}

/** Writes a line if there is room for it. `text` is only made when there is. */
export function addLine(sink: LineSink, level: ConsoleLevel, text: () => string): void {
  if (sink.linesLeft <= 0 || sink.lengthLeft <= 0) {
    sink.dropped += 1
    return
  }
  const line = cutText(text(), sink.maxLineLength)
  sink.linesLeft -= 1
  sink.lengthLeft -= line.length
  sink.write(level, line)
}

const nothing = (): void => {}

/** Replaces the window's console. Lines go to the sink that is current when they are written. */
export function installConsole(currentSink: () => LineSink | undefined, showTable: (rows: unknown) => void = nothing): void {
  let depth = 0
  const write = (level: ConsoleLevel, args: readonly unknown[]): void => {
    const sink = currentSink()
    if (sink === undefined) return
    // Not formatted when it is dropped: a million such lines must cost next to nothing.
    addLine(sink, level, () => repeat('  ', depth) + formatLine(args, sink.maxLineLength))
  }
  const group = (...args: unknown[]): void => {
    if (args.length > 0) write('log', args)
    depth = min(depth + 1, 20)
  }
  replaceConsole({
    log: (...args: unknown[]) => write('log', args),
    info: (...args: unknown[]) => write('info', args),
    warn: (...args: unknown[]) => write('warn', args),
    error: (...args: unknown[]) => write('error', args),
    debug: (...args: unknown[]) => write('debug', args),
    trace: (...args: unknown[]) => write('debug', args),
    dir: (value: unknown) => write('log', [inspect(value, 10_000).text]),
    dirxml: (value: unknown) => write('log', [inspect(value, 10_000).text]),
    table: (rows: unknown) => {
      showTable(rows)
      write('log', [tableText(rows)])
    },
    assert: (condition: unknown, ...args: unknown[]) => {
      if (!condition) write('error', ['Assertion failed:', formatLine(args, 10_000)])
    },
    group,
    groupCollapsed: group,
    groupEnd: () => {
      depth = depth > 0 ? depth - 1 : 0
    },
    clear: nothing,
    ...countersAndTimers(write),
  })
}

function replaceConsole(methods: Readonly<Record<string, unknown>>): void {
  const fresh: object = {}
  const names = ownKeys(methods)
  for (let index = 0; index < names.length; index += 1) {
    const name = names[index] ?? ''
    defineProperty(fresh, name, dataDescriptor(Reflect.get(methods, name)))
  }
  defineProperty(globalThis, 'console', { value: fresh, writable: true, configurable: true })
}

function countersAndTimers(write: (level: ConsoleLevel, args: readonly unknown[]) => void): Readonly<Record<string, unknown>> {
  // Invariant: both objects have no prototype and are only ever written here.
  const counts = create(null) as Record<string, number>
  const starts = create(null) as Record<string, number>
  const elapsed = (label: string): string => {
    const start = starts[label]
    return start === undefined ? `${label}: no such timer` : `${label}: ${toText(now() - start)} ms`
  }
  return {
    count: (label: unknown = 'default') => {
      const name = toText(label)
      counts[name] = (counts[name] ?? 0) + 1
      write('log', [`${name}: ${counts[name]}`])
    },
    countReset: (label: unknown = 'default') => {
      counts[toText(label)] = 0
    },
    time: (label: unknown = 'default') => {
      starts[toText(label)] = now()
    },
    timeLog: (label: unknown = 'default') => write('log', [elapsed(toText(label))]),
    timeEnd: (label: unknown = 'default') => {
      write('log', [elapsed(toText(label))])
      delete starts[toText(label)]
    },
    timeStamp: nothing,
    profile: nothing,
    profileEnd: nothing,
  }
}

const eachOf = uncurry(Array.prototype.forEach)

/** One row per line, which is what a model reads best. */
function tableText(rows: unknown): string {
  if (!isArray(rows)) return inspect(rows, 10_000).text
  const lines = createList<string>()
  let text = ''
  eachOf(rows, (row: unknown, index: number) => {
    if (lines.length >= 100) return
    append(lines, '')
    text += `${index === 0 ? '' : '\n'}${index}: ${inspect(row, 500, 2).text}`
  })
  return rows.length > 100 ? `${text}\n… ${rows.length - 100} more rows` : text
}
