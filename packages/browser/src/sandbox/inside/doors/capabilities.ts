import { create, defineProperty, parseJson, toText } from '../intrinsics.ts'
import { plainJson } from '../plain-json.ts'

const MAX_REQUEST = 8_000_000

/** Asks the page for something. Rejects with a sentence when the capability was not granted. */
export type AskFor = (capability: string, name: string, args: readonly unknown[]) => Promise<unknown>

interface Waiting {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

const REFUSALS: Readonly<Record<string, string>> = {
  files: 'This program may not use files. Use the file tools, or ask for the capability "files" in the call.',
  tools:
    'This program may not call tools. It may where the conversation lets programs do so, and the call asks for neither files nor the network.',
  network: 'This program has no network. Ask for the capability "network" with the one host it needs in the call.',
}

export interface Bridge {
  readonly askFor: AskFor
  /** Hands over what the page answered. An answer nobody waits for is ignored. */
  answer(ask: number, ok: boolean, json: string): void
  grant(names: readonly string[]): void
}

/** Questions to the page and their answers, matched by a number that only counts up. */
export function createBridge(send: (ask: number, name: string, json: string) => void): Bridge {
  // Invariant: without a prototype, and its only keys are numbers given out here.
  const waiting = create(null) as Record<number, Waiting>
  let lastAsk = 0
  let granted = create(null) as Record<string, true>
  const { Promise: NativePromise, TypeError: NativeTypeError } = globalThis

  return {
    grant(names) {
      granted = create(null)
      for (let index = 0; index < names.length; index += 1) granted[names[index] ?? ''] = true
    },
    answer(ask, ok, json) {
      const asked = waiting[ask]
      if (asked === undefined) return
      delete waiting[ask]
      if (ok) asked.resolve(parseJson(json))
      else asked.reject(new NativeTypeError(toText(parseJson(json))))
    },
    askFor(capability, name, args) {
      return new NativePromise((resolve, reject) => {
        if (granted[capability] !== true) return reject(new NativeTypeError(REFUSALS[capability] ?? 'That cannot be used here.'))
        const json = plainJson(args, MAX_REQUEST)
        if (json === undefined)
          return reject(new NativeTypeError(`${name} takes text and plain data, and not more than ${MAX_REQUEST} characters.`))
        lastAsk += 1
        waiting[lastAsk] = { resolve, reject }
        send(lastAsk, name, json)
      })
    },
  }
}

/** `files.read(path)` and friends, there also when not granted, so that trying explains itself. */
export function installFiles(askFor: AskFor): void {
  const files = {
    read: (path: unknown) => askFor('files', 'files.read', [path]),
    write: (path: unknown, text: unknown) => askFor('files', 'files.write', [path, text]),
    list: (path: unknown = '/') => askFor('files', 'files.list', [path]),
    delete: (path: unknown) => askFor('files', 'files.delete', [path]),
  }
  defineProperty(globalThis, 'files', { value: files, writable: true, configurable: true, enumerable: false })
}
