/** Text with slots in it: `<function=$name>`. What fills a slot is never looked at again. */
export type Template = string

/** What stands before something and what stands behind it. */
export type Pair = readonly [string, string]

/** What fills the slots. */
export type Slots = Readonly<Record<string, string>>

const SLOT = /\$([a-z]+)/g

/** The text with its slots filled; a word behind `$` that is no slot stays as it is. */
export function fill(template: Template, slots: Slots): string {
  return template.replaceAll(SLOT, (text, name: string) => (Object.hasOwn(slots, name) ? (slots[name] ?? text) : text))
}

/** The pieces between the slots, and the names of the slots: `['<function=', 'name', '>']`. Literals stand at even places. */
export const piecesOf = (template: Template): readonly string[] => template.split(SLOT)

/** What stands before a slot and behind it. */
export function around(template: Template, slot: string): Pair {
  const [before = '', ...behind] = template.split(`$${slot}`)
  return [before, behind.join(`$${slot}`)]
}

/** The marks in a template's own text: `<result>`, `<|end|>`, `[TOOL_RESULTS]`. */
export const marksIn = (template: Template): readonly string[] => template.match(/<[^<>\s$]+>|\[\/?[A-Z_]+\]/g) ?? []

/** How a dialect spells the ids of calls. In JSON it is its name. */
export interface IdSpelling {
  /** `place`: that of the call among its neighbours. */
  spell(id: string, name: string, place: number): string
  /** The same as a grammar expression; `text` makes one of a literal. */
  grammar(name: string, text: (literal: string) => string): string
  toJSON(): string
}

export const idsAsTheyAre: IdSpelling = {
  spell: (id) => id,
  grammar: () => '[a-zA-Z0-9_-]{1,40}',
  toJSON: () => 'as-they-are',
}

/** So many letters and digits: some tokenizers refuse any other. */
// @__NO_SIDE_EFFECTS__
export function shortIds(length: number, letters: 'a-z' | 'a-zA-Z' = 'a-zA-Z'): IdSpelling {
  const small = letters === 'a-z'
  return {
    spell: (id) => (small ? shortId(id, length).toLowerCase() : shortId(id, length)),
    grammar: () => `[${letters}0-9]{${length}}`,
    toJSON: () => `${length} of ${letters}0-9`,
  }
}

/** `functions.find_book:0`: the name, and the place in the conversation. History must spell ids as the model does, or it forgets how to. */
export const functionIds: IdSpelling = {
  spell: (id, name, place) => (/^functions\.[^\s:]+:\d+$/.test(id) ? id : `functions.${name}:${callNumber(id, place)}`),
  grammar: (name, text) => `${text(`functions.${name}:`)} [0-9]{1,4}`,
  toJSON: () => 'functions',
}

/** An id of so many letters and digits, for models that are used to them; one that is such an id already stays. */
function shortId(id: string, length: number): string {
  return id
    .replaceAll(/[^a-zA-Z0-9]/g, '')
    .padStart(length, '0')
    .slice(-length)
}

/** The place of a call in its conversation, by an id such as `call_7`; for others, its place among its neighbours. */
export function callNumber(id: string, index: number): number {
  const digits = /\d{1,9}$/.exec(id)?.[0]
  return digits === undefined ? index : Number(digits)
}
