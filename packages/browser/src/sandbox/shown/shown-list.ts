import { readShown } from './read-shown.ts'
import { SHOWN_LIMITS, type ShownItem } from './shown-item.ts'
import type { Shown } from './tell-shown.ts'

/** What one run has shown, within the limits whatever the world it ran in says. */
export class ShownList {
  readonly #items: ShownItem[] = []
  #length = 0
  #leftOut = 0

  /** Takes one item as the JSON text that came from inside. What is not in order, or too much, is counted and left out. */
  add(json: string): void {
    const item = this.#isRoomFor(json) ? readJson(json) : undefined
    if (item === undefined) {
      this.#leftOut += 1
      return
    }
    this.#length += json.length
    this.#items.push(item)
  }

  /** All of it, as a part of an outcome. Empty: nothing was to be shown. */
  get whole(): { readonly shown?: Shown } {
    if (this.#items.length === 0 && this.#leftOut === 0) return {}
    return { shown: { items: this.#items, leftOut: this.#leftOut } }
  }

  #isRoomFor({ length }: string): boolean {
    const { items, item, run } = SHOWN_LIMITS
    return this.#items.length < items && length <= item && this.#length + length <= run
  }
}

function readJson(json: string): ShownItem | undefined {
  try {
    return readShown(JSON.parse(json))
  } catch {
    return undefined
  }
}
