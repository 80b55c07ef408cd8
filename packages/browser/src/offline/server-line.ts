import { isAway } from './how-to-answer.ts'

/** Whether the server can be reached, as far as is known. */
export interface ServerLine {
  isAway(): boolean
  /** Hears that it has gone or come back. Returns how to stop. */
  subscribe(listener: () => void): () => void
  /** Looks at once. */
  check(): Promise<void>
}

const LOOK_MS = 20_000
const LOOK_WHILE_AWAY_MS = 3_000
/** One failure is a moment; two are an absence. */
const TWICE_MS = 1_000

/** Looks now and then while somebody looks at the page, and whenever there is a reason to. */
export function openServerLine(url = '/health'): ServerLine {
  const listeners = new Set<() => void>()
  let away = false
  let looking: Promise<void> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  async function look(): Promise<void> {
    clearTimeout(timer)
    const answers = (await isHere(url)) || (!away && (await later(TWICE_MS), await isHere(url)))
    if (away === answers) {
      away = !answers
      for (const listener of listeners) listener()
    }
    timer = setTimeout(() => document.visibilityState === 'visible' && void check(), away ? LOOK_WHILE_AWAY_MS : LOOK_MS)
  }

  function check(): Promise<void> {
    looking ??= look().finally(() => {
      looking = undefined
    })
    return looking
  }

  for (const event of ['focus', 'online', 'offline']) addEventListener(event, () => void check())
  document.addEventListener('visibilitychange', () => void check())
  void check()
  return {
    check,
    isAway: () => away,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** A server that is slow, or refuses, is there. */
const isHere = (url: string): Promise<boolean> =>
  fetch(url, { method: 'HEAD', cache: 'no-store' }).then(
    (response) => !isAway(response),
    () => false,
  )
