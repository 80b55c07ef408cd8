import { defineProperty } from './intrinsics.ts'

const NETWORK = 'This program has no network.'
const STORAGE = 'This program has no storage: its world is empty at the start and gone at the end.'
const WORKERS = 'This program cannot start workers or load other scripts.'

/**
 * The document's policy stops these anyway, with words like "Failed to fetch". A model that is told why does not try
 * the same thing five times.
 */
export function installRefusals(): void {
  for (const name of ['XMLHttpRequest', 'WebSocket', 'EventSource']) refuseConstruction(name, NETWORK)
  for (const name of ['Worker']) refuseConstruction(name, WORKERS)
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) refuseReading(name, STORAGE)
}

function refuseConstruction(name: string, why: string): void {
  if (!(name in globalThis)) return
  const refuse = function (): never {
    throw new TypeError(`${name} cannot be used. ${why}`)
  }
  defineProperty(refuse, 'name', { value: name, configurable: true })
  defineProperty(globalThis, name, { value: refuse, writable: true, configurable: true })
}

function refuseReading(name: string, why: string): void {
  const descriptor = {
    get: () => {
      throw new DOMException(`${name} cannot be used. ${why}`, 'SecurityError')
    },
    configurable: true,
  }
  if (name in globalThis) Reflect.defineProperty(globalThis, name, descriptor)
}
