import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { faultOf } from '@parley/dialects'
import { diskFault } from '../../agent/store/disk-fault.ts'
import { type Card, cardText, parseCard } from '../../doctor/card.ts'
import { type CardHead, type CardStore, cardId, headOf, newestFirst } from '../../doctor/card-store.ts'

const NAME = /^[0-9a-f]{24}$/

/** The doctor's cards, one file for each model, in a folder. `onBad` is told of a file that is no card; it is left where it is. */
export async function openCardFolder(folder: string, onBad: (sentence: string) => void): Promise<CardStore> {
  const heads = new Map<string, CardHead>()
  const fileOf = (id: string) => join(folder, `${id}.json`)
  const read = async (id: string): Promise<Card | undefined> => {
    if (!NAME.test(id)) return undefined
    const text = await readFile(fileOf(id), 'utf8').catch(() => undefined)
    if (text === undefined) return undefined
    try {
      return parseCard(text)
    } catch (error) {
      const fault = faultOf(error)
      if (!fault) throw error
      onBad(`${fileOf(id)}: ${fault.message}`)
      return undefined
    }
  }
  const store: CardStore = {
    heads: () => newestFirst(heads.values()),
    read,
    async keep(card) {
      const id = await cardId(card)
      await writeWhole(folder, fileOf(id), cardText(card))
      heads.set(id, headOf(id, card))
      return headOf(id, card)
    },
    async remove(id) {
      if (!NAME.test(id)) return false
      await rm(fileOf(id), { force: true }).catch((error: unknown) => told(error, folder))
      return heads.delete(id)
    },
    async refresh() {
      const names = await readdir(folder).catch(() => [])
      const ids = names.flatMap((name) => (name.endsWith('.json') && NAME.test(name.slice(0, -5)) ? [name.slice(0, -5)] : []))
      for (const id of heads.keys()) if (!ids.includes(id)) heads.delete(id)
      for (const id of ids) {
        const card = await read(id)
        if (card) heads.set(id, headOf(id, card))
      }
    },
  }
  await store.refresh()
  return store
}

/** There whole or not at all, also where the process ends half-way. */
async function writeWhole(folder: string, file: string, text: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true })
    const draft = `${file}.${process.pid}.draft`
    await writeFile(draft, text)
    await rename(draft, file)
  } catch (error) {
    told(error, folder)
  }
}

function told(error: unknown, folder: string): never {
  throw diskFault(error, folder) ?? error
}
