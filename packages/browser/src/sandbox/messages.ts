import type { ConsoleLevel, Limits } from './sandbox.ts'

export interface PythonStart {
  readonly files: Readonly<Record<string, Uint8Array>>
  readonly lock: string
  /** The memory of an interpreter that has just started, to begin with; or `make`: to be made and handed back. Absent: it starts from nothing. */
  readonly snapshot?: Uint8Array | 'make'
}

interface PackageFiles {
  readonly names: readonly string[]
  readonly files: Readonly<Record<string, Uint8Array>>
}

/** What the page says to a frame. */
export type ToFrame =
  | {
      readonly type: 'run'
      readonly id: string
      readonly text: string
      readonly names: readonly string[]
      readonly limits: Limits
      /** The capabilities that were granted for this run. */
      readonly granted: readonly string[]
      /** Scripts that run first, such as those of a library the program uses. Absent: none. */
      readonly libraries?: readonly string[]
      /** What chance and clock begin with, for a program that can be run again. Absent: they are the browser's own. */
      readonly replay?: { readonly seed: number; readonly now: number }
      /** For Python: packages to load first, with their files by name. Absent: none. */
      readonly packages?: PackageFiles
    }
  /** What the interpreter of Python is started from, by the names it asks for. */
  | ({ readonly type: 'boot' } & PythonStart)
  /** `now`: what the clock of such a program says from then on. */
  | { readonly type: 'answer'; readonly ask: number; readonly ok: boolean; readonly json: string; readonly now?: number }
  /** Keeps the frame busy for a moment, to see whether the page notices. */
  | { readonly type: 'spin'; readonly forMs: number }

/** What a frame says to the page. Everything in it is made by the harness, and none of it is believed before it is checked. */
export type FromFrame =
  /** `locked` is false when the document was served without its policy. */
  | { readonly type: 'ready'; readonly locked: boolean }
  | { readonly type: 'line'; readonly id: string; readonly level: ConsoleLevel; readonly text: string }
  /** One thing to show, as the JSON of a `ShownItem`. */
  | { readonly type: 'shown'; readonly id: string; readonly json: string }
  | { readonly type: 'ask'; readonly id: string; readonly ask: number; readonly name: string; readonly json: string }
  | {
      readonly type: 'returned'
      readonly id: string
      readonly dropped: number
      readonly text: string
      readonly kind: string
      readonly cut: boolean
      readonly json?: string
    }
  | {
      readonly type: 'threw'
      readonly id: string
      readonly dropped: number
      readonly name: string
      readonly message: string
      readonly stack: string
      /** Where the world itself knows the place in the code as it was handed in. */
      readonly line?: number
      readonly column?: number
      /** The module that was not found, for Python. */
      readonly missing?: string
    }
  /** `problem`: why the interpreter did not start; empty when it did. */
  | { readonly type: 'booted'; readonly problem: string; readonly snapshot?: Uint8Array<ArrayBuffer> }
  /** A person pressed into a page that is shown. */
  | { readonly type: 'pressed' }
  | { readonly type: 'spun' }
