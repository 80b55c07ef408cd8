import { join } from 'node:path'
import type { Config } from '../../config-schema.ts'
import { openShelf, type ShelfFile } from '../files/shelf.ts'
import { type Begun, begun, discard, download, freeOn } from './download.ts'
import { type FoundWeights, findOthers } from './find-others.ts'
import { findAtHub, type HubFile } from './hub.ts'
import { OFFERS, OFFERS_SEEN, type Offer, suggested } from './offers.ts'

/** The models of this computer: those that are here, those of other programs, and those that can be had. */
export interface ModelsHome {
  readonly offers: readonly Offer[]
  /** The day on which the offers were looked at. */
  readonly seen: string
  /** Where they are fetched from, if nobody says otherwise. */
  readonly mirror: string
  /** What suits the memory that is free. */
  suggested(): Offer | undefined
  list(): Promise<readonly ShelfFile[]>
  found(): Promise<readonly FoundWeights[]>
  /** What a download would bring. Nothing is fetched. */
  look(offer: Offer, signal: AbortSignal, mirror?: string): Promise<HubFile>
  /** How much has come of one that was begun. */
  begun(offer: Offer): Promise<Begun>
  /** Room on the disk that models lie on, in bytes. */
  free(): Promise<number>
  /** Fetches it, or what is missing of it. Only ever called because a person said so. */
  get(offer: Offer, source: HubFile, signal: AbortSignal, onProgress: (bytes: number) => void): Promise<void>
  /** Uses a file of another program where it lies. */
  use(found: FoundWeights): Promise<void>
  /** Deletes a download, whole or begun, or forgets a file of another program. False: there was nothing. */
  remove(id: string): Promise<boolean>
}

export function modelsHomeOf({ agent, engine }: Pick<Config, 'agent' | 'engine'>): ModelsHome {
  const shelf = openShelf(join(agent.folder, 'models'), engine.files)
  const targetOf = ({ file }: Offer): string => join(shelf.folder, file)
  return {
    offers: OFFERS,
    seen: OFFERS_SEEN,
    mirror: engine.mirror,
    suggested: () => suggested(process.availableMemory()),
    list: () => shelf.list(),
    found: () => findOthers(),
    look: async (offer, signal, mirror) =>
      await findAtHub(mirror ?? (await begun(targetOf(offer))).mirror ?? engine.mirror, offer, fetch, signal),
    begun: (offer) => begun(targetOf(offer)),
    free: () => freeOn(agent.folder),
    get: (offer, source, signal, onProgress) => download({ source, target: targetOf(offer), fetch, signal, onProgress }),
    use: ({ id, path }) => shelf.link(id, path),
    async remove(id) {
      const offer = OFFERS.find((one) => one.id === id)
      const hadPart = offer !== undefined && (await discard(targetOf(offer)))
      return (await shelf.remove(id)) || hadPart
    },
  }
}
