import { beforeEach } from 'vitest'

/** Lines of a server's log, which only matter where something failed: `PARLEY_TEST_LOG=1` shows all of them. */
const LINE = /^\{"time":"[^"]+","level":"\w+","event":/
const MOST = 200

/** Files share a process, and each begins with this: the stream is wrapped once. */
const shared = globalThis as { parleyKeptLog?: string[] }

function keepBack(): string[] {
  const kept: string[] = []
  const write = process.stderr.write.bind(process.stderr)
  process.stderr.write = ((...given: Parameters<typeof write>) => {
    const [text] = given
    if (typeof text !== 'string' || !LINE.test(text)) return write(...given)
    if (kept.push(text) > MOST) kept.shift()
    return true
  }) as typeof write
  return kept
}

if (!process.env['PARLEY_TEST_LOG']) {
  // What a server in a process of its own says; one that is killed on purpose says a lot.
  process.env['PARLEY_LOG'] = 'error'
  shared.parleyKeptLog ??= keepBack()
  const kept = shared.parleyKeptLog
  beforeEach(({ onTestFailed, task }) => {
    kept.length = 0
    onTestFailed(() => {
      if (kept.length > 0) console.error(`What servers said in “${task.name}”:\n${kept.join('')}`)
    })
  })
}
