/** What a service worker knows of the build that it belongs to. Paths begin with a slash. */
export interface KeptBuild {
  /** Another one for every other build. */
  readonly id: string
  /** The page itself, with the SHA-256 of its bytes: a server in the middle of an update must not give half of each build. */
  readonly page: KeptDocument
  /** Locked documents. Each is kept only with all the headers that lock it. */
  readonly locked: readonly LockedDocument[]
  /** What the page loads first. */
  readonly first: readonly string[]
  /** What a conversation may need: fetched when nobody waits for anything. */
  readonly usual: readonly string[]
  /** Large parts: kept once somebody has used them. */
  readonly rare: readonly string[]
  /** Files that change under the same name, as icons do. */
  readonly fresh: readonly string[]
}

export interface KeptDocument {
  readonly path: string
  readonly sha256: string
}

export interface LockedDocument extends KeptDocument {
  readonly headers: Readonly<Record<string, string>>
}

/** Caches of ours have names that begin like this, and each build has one. */
export const CACHE_PREFIX = 'parley-page-'

export const WORKER_PATH = '/service-worker.js'

/** What a page says to its service worker. Each is answered once over the port that comes with it. */
export type ToWorker =
  /** Answered with `Filled`, as soon as all that can be fetched is there. */
  | { readonly type: 'fill' }
  /** Answered with a boolean: whether all these files are of the worker's build. */
  | { readonly type: 'has'; readonly paths: readonly string[] }
  /** Answered with `true`: the worker does not wait for pages of other builds any more. */
  | { readonly type: 'activate' }

export interface Filled {
  readonly kept: number
  readonly of: number
}
