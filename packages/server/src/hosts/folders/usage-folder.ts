import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { diskFault } from '../../agent/store/disk-fault.ts'
import { dayOf, KEPT_DAYS, rowOf, type UsageRow, usageRows, withRow } from '../../usage/usage-rows.ts'
import { firstOf, newestFirst, type UsageStore } from '../../usage/usage-store.ts'

const NAME = /^(\d{4}-\d{2}-\d{2})\.json$/
/** Whoever asks often is not written down each time. */
const WRITE_MS = 5000

/**
 * Usage as one small file for each day. What is new is added to what the file says now, so that a second server on the same folder
 * loses no more than what both add in the same moment. `tell`: what could not be kept or read, in a sentence.
 */
export function openUsageFolder(folder: string, tell: (sentence: string) => void, now: () => number = Date.now): UsageStore {
  let unwritten = new Map<string, readonly UsageRow[]>()
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()
  let troubled = false
  const fileOf = (day: string) => join(folder, `${day}.json`)
  const keep = (day: string, rows: readonly UsageRow[]) => unwritten.set(day, rows.reduce(withRow, unwritten.get(day) ?? []))
  const read = async (day: string): Promise<readonly UsageRow[]> => {
    const text = await readFile(fileOf(day), 'utf8').catch(() => undefined)
    if (text === undefined) return []
    const parsed = usageRows.safeParse(jsonOf(text))
    if (parsed.success) return parsed.data
    tell(`${fileOf(day)} holds no usage that can be read. It was put aside, and that day begins anew.`)
    await rename(fileOf(day), `${fileOf(day)}.unreadable`)
    return []
  }
  const write = async (): Promise<void> => {
    const taken = unwritten
    unwritten = new Map()
    try {
      if (taken.size > 0) await mkdir(folder, { recursive: true })
      for (const [day, rows] of taken) {
        const draft = `${fileOf(day)}.${process.pid}.draft`
        await writeFile(draft, JSON.stringify(rows.reduce(withRow, await read(day)), null, 1))
        await rename(draft, fileOf(day))
        taken.delete(day)
      }
      const first = firstOf(KEPT_DAYS, now())
      for (const day of await daysIn(folder)) if (day < first) await rm(fileOf(day), { force: true })
      troubled = false
    } catch (error) {
      for (const [day, rows] of taken) keep(day, rows)
      // Once, and not with every answer.
      if (!troubled) tell(sentenceOf(diskFault(error, folder)))
      troubled = true
    }
  }
  const flush = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    writing = writing.then(write)
    return writing
  }
  return {
    add(answer) {
      keep(dayOf(answer.at), [rowOf(answer)])
      timer ??= setTimeout(() => void flush(), WRITE_MS).unref()
    },
    async newest(most) {
      await flush()
      const first = firstOf(most, now())
      const days = new Set([...(await daysIn(folder)), ...unwritten.keys()])
      const found = [...days].filter((day) => day >= first)
      const dayWith = async (day: string) => ({ day, rows: (unwritten.get(day) ?? []).reduce(withRow, await read(day)) })
      return newestFirst(await Promise.all(found.map(dayWith)), first)
    },
    flush,
  }
}

const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

async function daysIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.flatMap((name) => NAME.exec(name)?.[1] ?? [])
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
