export interface StorageRoom {
  /** Bytes that this site uses in this browser, files and everything else. */
  readonly used: number
  /** Bytes it may use altogether. */
  readonly limit: number
  /** Whether the browser has promised not to clear them when it runs out of room. */
  readonly persistent: boolean
}

/** How much room there is. Nothing when the browser does not tell. */
export async function measureRoom(
  storage: StorageManager | undefined = globalThis.navigator?.storage,
): Promise<StorageRoom | undefined> {
  if (storage?.estimate === undefined) return undefined
  const [{ usage = 0, quota = 0 }, persistent] = await Promise.all([storage.estimate(), storage.persisted?.() ?? false])
  return { used: usage, limit: quota, persistent }
}

const ASKED = 'parley-asked-to-persist'

/**
 * Asks the browser to keep the files when room gets short. Some browsers ask the person in turn, so it is done once per browser,
 * not once per visit. Tells whether the promise was given.
 */
export async function askToPersist(
  storage: StorageManager | undefined = globalThis.navigator?.storage,
  memory?: Pick<Storage, 'getItem' | 'setItem'>,
): Promise<boolean> {
  if (storage?.persist === undefined) return false
  if (await storage.persisted()) return true
  const notes = memory ?? findNotes()
  if (notes?.getItem(ASKED) === 'yes') return false
  notes?.setItem(ASKED, 'yes')
  return storage.persist()
}

/** Even to look at the local storage throws where a page may have none. */
function findNotes(): Pick<Storage, 'getItem' | 'setItem'> | undefined {
  try {
    return globalThis.localStorage
  } catch {
    return undefined
  }
}
