import type { BrowserSentenceId } from '@parley/browser'
import {
  type DialectSentenceId,
  type Fluency,
  fill,
  isWording,
  type Sentence,
  type Slots,
  type Value,
  type Values,
} from '@parley/dialects'
import { formatSize } from '../parts/format-size.ts'
import type { english } from './english/index.ts'
import type { englishLate } from './english/late.ts'

/** Templates by room: `{name}` takes a value, `{count|file|files}` the form that fits a number, `{name:lower}` small letters. */
export type Tree = { readonly [Name: string]: string | Tree }

export type Bound<Branch> = Branch extends string
  ? [Slots<Branch>] extends [never]
    ? string
    : (values: { readonly [Slot in Slots<Branch>]: string | number }) => string
  : { readonly [Name in keyof Branch]: Bound<Branch[Name]> }

export type Translated<Branch> = Branch extends string ? string : { readonly [Name in keyof Branch]: Translated<Branch[Name]> }

/** A language: every word of the interface, every sentence from below it, and the words of the code editor. What lacks one does not compile. */
export interface Translation {
  readonly interface: Translated<typeof english & typeof englishLate>
  readonly sentences: Readonly<Record<SentenceId, string>>
  /** What only the server says. It is another package, behind HTTP: a test compares these with its catalogue. */
  readonly server: Readonly<Record<string, string>>
  /** CodeMirror's own words, by the English it uses. */
  readonly editor: Readonly<Record<string, string>>
}

/** Every word the interface can say, and how it says what it was handed. */
export type Words = Bound<typeof english> & {
  /** A sentence from below: of a dialect, the files, the server, a tool. One that nobody here wrote is shown as it is. */
  readonly said: (sentence: string | Sentence) => string
  /** So many bytes, or characters, as `1.5 kB`. */
  readonly size: (bytes: number) => string
  readonly editor: Readonly<Record<string, string>>
}

/** Sentences may stand in sentences, but nobody's may hold the page. */
const MOST_DEPTH = 8

interface Bindable {
  readonly tag: string
  readonly tree: Tree
  readonly sentences: Readonly<Record<string, string>>
  readonly editor?: Readonly<Record<string, string>>
}

export function bindWords({ tag, tree, sentences, editor = {} }: Bindable): Words {
  const says = (id: string): string | undefined => (Object.hasOwn(sentences, id) ? sentences[id] : leaf(tree, id))
  const lists = new Intl.ListFormat(tag, { type: 'disjunction' })
  const said = (sentence: string | Sentence, depth: number): string => {
    if (typeof sentence === 'string') return sentence
    const own = sentence.in && (ownText(sentence.in, tag) ?? ownText(sentence.in, tag.split('-')[0] ?? tag))
    if (own !== undefined) return own
    const { words, message } = sentence
    const template = depth < MOST_DEPTH && isWording(words) ? says(words.id) : undefined
    return template === undefined ? message : fill(template, words?.values ?? {}, fluency(depth + 1))
  }
  const fluency = (depth: number): Fluency => ({
    said: (sentence) => said(sentence, depth),
    either: (words) => lists.format(words),
    form: (count) => formOf(tag, count),
    lower: (text) => text.toLocaleLowerCase(tag),
  })
  // `Words` is what this makes of the tree: a function where a template takes values, else the text.
  const speech = { fluency: fluency(0), tag }
  const own = bound(tree, speech) as Bound<typeof english>
  return { ...own, said: (sentence) => said(sentence, 0), size: (bytes) => formatSize(bytes, tag), editor }
}

interface Speech {
  readonly fluency: Fluency
  readonly tag: string
}

function bound(branch: string | Tree, speech: Speech): unknown {
  if (typeof branch !== 'string')
    return Object.fromEntries(Object.entries(branch).map(([name, part]) => [name, bound(part, speech)]))
  return branch.includes('{') ? (values: Values) => fill(branch, spelt(values, speech.tag), speech.fluency) : branch
}

/** `0.1` is `0,1` in German. Whole numbers may be ports, lines or codes, and stay as they are. */
const spelt = (values: Values, tag: string): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'number' && !Number.isInteger(value) ? value.toLocaleString(tag) : value,
    ]),
  )

/** A word of the interface by its path, as `rules.locked-path`. */
function leaf(tree: Tree, id: string): string | undefined {
  let place: string | Tree | undefined = tree
  for (const name of id.split('.')) {
    if (typeof place !== 'object' || !Object.hasOwn(place, name)) return undefined
    place = place[name]
  }
  return typeof place === 'string' ? place : undefined
}

function ownText(texts: Readonly<Record<string, Value>>, key: string): string | undefined {
  const text = Object.hasOwn(texts, key) ? texts[key] : undefined
  return typeof text === 'string' ? text : undefined
}

const FORMS: readonly Intl.LDMLPluralRule[] = ['zero', 'one', 'two', 'few', 'many', 'other']

/** The place of the form among those that the language has. */
function formOf(tag: string, count: number): number {
  const rules = new Intl.PluralRules(tag)
  const known = rules.resolvedOptions().pluralCategories
  return FORMS.filter((form) => known.includes(form)).indexOf(rules.select(count))
}

/** Every sentence that a package below the interface may hand to it. */
type SentenceId = BrowserSentenceId | DialectSentenceId
