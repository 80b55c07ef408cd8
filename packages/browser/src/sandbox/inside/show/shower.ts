import { SHOWN_LIMITS } from '../../shown/shown-item.ts'
import { defineProperty, get, quote, slice } from '../intrinsics.ts'
import { attempt } from '../names.ts'
import { findItem } from './find-item.ts'
import type { Finding, ReadLibrary } from './finding.ts'
import { tableFields } from './table-fields.ts'

/** What the program of one run shows. */
export interface Shower {
  show(value: unknown, options: unknown): Promise<void>
  /** For `console.table`, which prints as well: what does not fit is not worth a word. */
  showTable(rows: unknown): void
  /** Nothing more is taken. What is still being drawn is waited for. */
  close(whenIdle: () => void): void
}

/** `send` hands one item to the page, as JSON. */
export function createShower(send: (json: string) => void, readLibrary: ReadLibrary): Shower {
  const { Promise: NativePromise, TypeError: NativeTypeError } = globalThis
  let itemsLeft: number = SHOWN_LIMITS.items
  let lengthLeft: number = SHOWN_LIMITS.run
  let drawing = 0
  let whenIdle: (() => void) | undefined
  let isClosed = false

  /** Undefined: it was shown. Else why not. */
  const add = (fields: string, options: unknown): string | undefined => {
    const json = `{${fields}${labelFields(options)}}`
    if (itemsLeft <= 0) return `A program can show ${SHOWN_LIMITS.items} things. Show fewer.`
    if (json.length > SHOWN_LIMITS.item || json.length > lengthLeft)
      return 'This is too large to be shown. Show a smaller part of it.'
    itemsLeft -= 1
    lengthLeft -= json.length
    send(json)
    return undefined
  }
  const end = (): void => {
    drawing -= 1
    if (drawing === 0) whenIdle?.()
  }

  return {
    show: (value, options) =>
      new NativePromise((resolve, reject) => {
        if (isClosed) return reject(new NativeTypeError('The program has ended, so nothing more can be shown.'))
        drawing += 1
        let isOver = false
        const finish = (problem: string | undefined): void => {
          if (isOver) return
          isOver = true
          if (problem === undefined) resolve()
          else reject(new NativeTypeError(`show: ${problem}`))
          end()
        }
        const finding: Finding = {
          found: (fields) => finish(add(fields, options)),
          failed: finish,
          readLibrary,
        }
        try {
          findItem(value, finding)
        } catch {
          finish('This value cannot be read.')
        }
      }),
    showTable(rows) {
      const fields = isClosed ? undefined : attempt(tableFields, rows)
      if (fields !== undefined) add(fields, undefined)
    },
    close(then) {
      isClosed = true
      whenIdle = then
      if (drawing === 0) then()
    },
  }
}

/** `,"title":"…","alt":"…"`, as far as they are text. */
function labelFields(options: unknown): string {
  if (typeof options !== 'object' || options === null) return ''
  return labelField('title', options) + labelField('alt', options)
}

function labelField(name: string, options: object): string {
  const text = attempt(() => get(options, name), undefined)
  return typeof text === 'string' && text !== '' ? `,"${name}":${quote(slice(text, 0, SHOWN_LIMITS.label))}` : ''
}

/** `show(value, { title, alt })`, for whichever run is current. */
export function installShow(current: () => Shower | undefined): void {
  const { Promise: NativePromise } = globalThis
  const nothing = new NativePromise<void>((resolve) => resolve())
  const show = (value: unknown, options: unknown): Promise<void> => current()?.show(value, options) ?? nothing
  defineProperty(globalThis, 'show', { value: show, writable: true, configurable: true, enumerable: false })
}
