import { isJsonObject } from './json.ts'

/** Which of our sentences it is, and what differs each time: what a page needs to say it in another language. */
export type Wording = { readonly id: string; readonly values?: Values }

/** Something that a person may read, in English. Without `words` nobody here wrote it, and it is shown as it is. */
export type Sentence = {
  readonly message: string
  readonly words?: Wording
  /** The same in other languages, by their tags, from somebody whose words are not in our catalogues. */
  readonly in?: { readonly [Language: string]: string }
}

/** A list is read as alternatives: `a, b or c`. */
export type Value = string | number | Sentence | readonly (string | Sentence)[]
export type Values = { readonly [Slot: string]: Value }

/** The sentences of one room by their ids. `{path}` takes a value, `{count|file|files}` the form that fits a number, `{name:lower}` small letters. */
export type Catalogue = { readonly [Id: string]: string }

export type Slots<Template extends string> = Template extends `${string}{${infer Slot}}${infer Rest}`
  ? (Slot extends `${infer Name}${'|' | ':lower'}${string}` ? Name : Slot) | Slots<Rest>
  : never

export type Say<Known extends Catalogue> = <Id extends keyof Known & string>(
  id: Id,
  ...values: [Slots<Known[Id]>] extends [never] ? [] : [{ readonly [Slot in Slots<Known[Id]>]: Value }]
) => Said

/** One of our own sentences. */
export type Said = { readonly message: string; readonly words: Wording }

/** Says the sentences of a catalogue in English. A value that is missing does not compile. */
export function speaker<const Known extends Catalogue>(catalogue: Known): Say<Known> {
  return (id, ...[values]) => {
    const message = fill(catalogue[id] ?? id, values ?? {}, ENGLISH)
    return { message, words: values ? { id, values } : { id } }
  }
}

/** What a language does with values that are more than text. */
export interface Fluency {
  readonly said: (sentence: Sentence) => string
  /** `a, b or c` */
  readonly either: (words: readonly string[]) => string
  /** Which of the forms, which stand in the order zero, one, two, few, many, other, fits the count. */
  readonly form: (count: number) => number
  readonly lower: (text: string) => string
}

const ENGLISH: Fluency = {
  said: ({ message }) => message,
  either: (words) => (words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`),
  form: (count) => (count === 1 ? 0 : 1),
  lower: (text) => text.toLowerCase(),
}

const SLOT = /\{([\w-]+)(:lower)?(?:\|([^{}]*))?\}/g

/** The template with its values, each as it came: what stands in a value is never read as a template. */
export function fill(template: string, values: Values, fluency: Fluency): string {
  return template.replaceAll(SLOT, (slot, name: string, lower: string | undefined, forms: string | undefined) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (value === undefined) return slot
    if (forms === undefined) return lower ? fluency.lower(told(value, fluency)) : told(value, fluency)
    const choices = forms.split('|')
    return choices[Math.min(fluency.form(Number(value)), choices.length - 1)] ?? ''
  })
}

function told(value: Value, fluency: Fluency): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  if (!('message' in value)) return fluency.either(value.map((one) => (typeof one === 'string' ? one : fluency.said(one))))
  return fluency.said(value)
}

/** The same sentence where every text in it is changed alike, as when a secret is taken out of it. */
export function reworded<Told extends Sentence>(sentence: Told, change: (text: string) => string): Told {
  const { message, words } = sentence
  return {
    ...sentence,
    message: change(message),
    ...(words?.values && { words: { ...words, values: changed(words.values, change) } }),
  }
}

function changed(values: Values, change: (text: string) => string): Values {
  return Object.fromEntries(Object.entries(values).map(([slot, value]) => [slot, changedValue(value, change)]))
}

function changedValue(value: Value, change: (text: string) => string): Value {
  if (typeof value === 'number') return value
  if (typeof value === 'string') return change(value)
  if ('message' in value) return reworded(value, change)
  return value.map((one) => (typeof one === 'string' ? change(one) : reworded(one, change)))
}

/** No sentence of ours nests deeper; what comes from elsewhere might. */
const MOST_DEPTH = 8

/** Whether something that came from elsewhere can be looked up and filled in. */
export function isWording(value: unknown, depth = 0): value is Wording {
  if (!isJsonObject(value) || typeof value['id'] !== 'string') return false
  return value['values'] === undefined || isValues(value['values'], depth)
}

export function isValues(value: unknown, depth = 0): value is Values {
  return isJsonObject(value) && Object.values(value).every((one) => isValue(one, depth + 1))
}

function isValue(value: unknown, depth: number): boolean {
  if (typeof value === 'string' || typeof value === 'number') return true
  if (depth > MOST_DEPTH) return false
  if (Array.isArray(value)) return value.every((one) => typeof one === 'string' || isSentence(one, depth))
  return isSentence(value, depth)
}

function isSentence(value: unknown, depth: number): boolean {
  if (!isJsonObject(value) || typeof value['message'] !== 'string') return false
  return value['words'] === undefined || isWording(value['words'], depth)
}
