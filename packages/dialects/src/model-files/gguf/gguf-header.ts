import { Refused } from '../refused.ts'
import { ByteWindow } from './byte-window.ts'
import type { RangedBytes } from './ranged-bytes.ts'

/** What the header of a GGUF file tells of how its model speaks. */
export interface GgufHeader {
  readonly name?: string
  readonly architecture?: string
  readonly contextLength?: number
  /** Its chat template. */
  readonly template?: string
  /** Others by name; `tool_use` is the one for tools. */
  readonly templates: Readonly<Record<string, string>>
  readonly bos?: string
  readonly eos?: string
  /** What it keeps of every token that it has read, as numbers: two of `width` for each head of each layer. */
  readonly layers?: number
  readonly keyHeads?: number
  readonly width?: number
}

const MAGIC = 0x46554747
const MOST_ENTRIES = 65_536
const MOST_KEY = 65_535
const NUMBERS =
  /\.(?:context_length|(?:bos|eos)_token_id|block_count|embedding_length|attention\.(?:head_count|head_count_kv|key_length))$/
/** Longer texts are passed over; no template is. */
const MOST_TEXT = 1 << 20
const MOST_DEPTH = 4
const TEMPLATE = 'tokenizer.chat_template'
const TOKENS = 'tokenizer.ggml.tokens'
const KINDS = 'tokenizer.ggml.token_type'
/** The kind of a token that nobody but a template writes. */
const CONTROL = 3
/** No vocabulary has a tenth of it. */
const MOST_MARKS = 65_536
/** Every so many tokens their place is kept, so that one can be looked up. */
const STRIDE = 1024

const STRING = 8
const ARRAY = 9
/** How long values of the other types are, by their number. */
const SIZES: readonly (number | undefined)[] = [1, 1, 2, 2, 4, 4, 4, 1, undefined, undefined, 8, 8, 8]

/** Reads the header of a GGUF file, and of the file nothing else. */
export async function readGgufHeader(bytes: RangedBytes): Promise<GgufHeader> {
  const reader = new HeaderReader(bytes)
  return await reader.read()
}

/** A token that nobody but a template writes. */
export interface GgufMark {
  readonly id: number
  readonly text: string
}

/** Its control tokens. A file that does not tell them apart has those that begin and end a text. */
export async function readGgufMarks(bytes: RangedBytes): Promise<readonly GgufMark[]> {
  const reader = new HeaderReader(bytes)
  await reader.read()
  return (await reader.marks()).filter(({ text }) => text.length > 1)
}

class HeaderReader {
  readonly #window: ByteWindow
  readonly #texts = new Map<string, string>()
  readonly #numbers = new Map<string, number>()
  /** Where each run of tokens begins, and how many tokens there are. */
  #tokens: { readonly places: readonly number[]; readonly count: number } = { places: [], count: 0 }
  /** Where the kinds of tokens begin, four bytes each. */
  #kinds = { at: 0, count: 0 }

  constructor(bytes: RangedBytes) {
    this.#window = new ByteWindow(bytes)
  }

  async read(): Promise<GgufHeader> {
    const entries = await this.#begin()
    for (let entry = 0; entry < entries; entry++) await this.#entry()
    const templates = [...this.#texts].filter(([key]) => key.startsWith(`${TEMPLATE}.`))
    const architecture = this.#texts.get('general.architecture')
    const found = {
      name: this.#texts.get('general.name'),
      architecture,
      contextLength: this.#numbers.get(`${architecture}.context_length`),
      template: this.#texts.get(TEMPLATE),
      bos: await this.#token('bos'),
      eos: await this.#token('eos'),
      ...this.#memory(architecture),
    }
    const said = Object.entries(found).filter(([, value]) => value !== undefined)
    return {
      ...Object.fromEntries(said),
      templates: Object.fromEntries(templates.map(([key, text]) => [key.slice(TEMPLATE.length + 1), text])),
    }
  }

  /** What stands before the entries; returns how many there are. */
  async #begin(): Promise<number> {
    const window = this.#window
    await window.need(8)
    if (window.uint32() !== MAGIC) throw new Refused('This is no GGUF file: it does not begin with `GGUF`.')
    const version = window.uint32()
    if (version > 0xffff) throw new Refused('This is a big-endian GGUF file; only little-endian ones can be read.')
    if (version !== 2 && version !== 3) throw new Refused(`This is version ${version} of GGUF; versions 2 and 3 can be read.`)
    await window.need(16)
    window.length()
    const entries = window.length()
    if (entries > MOST_ENTRIES) throw new Refused(`Its header claims ${entries} entries; ${MOST_ENTRIES} are the most.`)
    return entries
  }

  async #entry(): Promise<void> {
    const window = this.#window
    await window.need(8)
    const length = window.length()
    if (length > MOST_KEY) throw new Refused('A key in its header is too long.')
    await window.need(length + 4)
    const key = window.text(length)
    const type = window.uint32()
    if (type === STRING) return await this.#string(key)
    if (type === ARRAY) return await this.#array(key, 0)
    const size = sizeOf(type, key)
    if (size === 4 && NUMBERS.test(key)) {
      await window.need(4)
      this.#numbers.set(key, window.uint32())
    } else window.at += size
  }

  async #string(key: string): Promise<void> {
    const window = this.#window
    await window.need(8)
    const length = window.length()
    const wanted = key === TEMPLATE || key.startsWith(`${TEMPLATE}.`) || /^general\.(?:name|architecture)$/.test(key)
    if (!wanted) return this.#skip(length)
    if (length > MOST_TEXT) throw new Refused(`\`${key}\` in its header is longer than ${MOST_TEXT >> 20} MB.`)
    if (this.#texts.has(key)) throw new Refused(`\`${key}\` stands in its header twice.`)
    await window.need(length)
    this.#texts.set(key, window.text(length))
  }

  async #array(key: string, depth: number): Promise<void> {
    const window = this.#window
    if (depth > MOST_DEPTH) throw new Refused('Lists in its header are nested too deep.')
    await window.need(12)
    const type = window.uint32()
    const count = window.length()
    if (type === ARRAY) {
      if (count > MOST_ENTRIES) throw new Refused('A list of lists in its header is too long.')
      for (let item = 0; item < count; item++) await this.#array(key, depth + 1)
    } else if (type === STRING) await this.#strings(key, count)
    else {
      const size = sizeOf(type, key)
      if (key === KINDS && size === 4) this.#kinds = { at: window.at, count }
      this.#skip(count * size)
    }
  }

  async #strings(key: string, count: number): Promise<void> {
    const window = this.#window
    const places: number[] = []
    for (let item = 0; item < count; item++) {
      if (key === TOKENS && item % STRIDE === 0) places.push(window.at)
      // Waiting for every one of a million strings would take seconds.
      if (!window.has(8)) await window.need(8)
      this.#skip(window.length())
    }
    if (key === TOKENS) this.#tokens = { places, count }
  }

  /** The end is looked at where something is read behind it. */
  #skip(length: number): void {
    this.#window.at += length
    if (!Number.isSafeInteger(this.#window.at)) throw new Refused('A length in its header is impossible.')
  }

  /** Where heads differ from layer to layer, the header has a list, and the most is said. */
  #memory(architecture: string | undefined): Pick<GgufHeader, 'layers' | 'keyHeads' | 'width'> {
    const number = (name: string) => this.#numbers.get(`${architecture}.${name}`)
    const [layers, heads, embedding] = [number('block_count'), number('attention.head_count'), number('embedding_length')]
    const width = number('attention.key_length') ?? (heads && embedding && Math.ceil(embedding / heads))
    const keyHeads = number('attention.head_count_kv') ?? heads
    return layers && keyHeads && width ? { layers, keyHeads, width } : {}
  }

  async #token(which: 'bos' | 'eos'): Promise<string | undefined> {
    const id = this.#numbers.get(`tokenizer.ggml.${which}_token_id`)
    return id === undefined ? undefined : (await this.#textsOf([id]))[0]?.text
  }

  async marks(): Promise<readonly GgufMark[]> {
    const window = this.#window
    const ends = ['bos', 'eos'].map((which) => this.#numbers.get(`tokenizer.ggml.${which}_token_id`))
    const ids = ends.filter((id) => id !== undefined)
    window.at = this.#kinds.at
    for (let id = 0; id < this.#kinds.count; id++) {
      if (!window.has(4)) await window.need(4)
      if (window.uint32() === CONTROL) ids.push(id)
    }
    if (ids.length > MOST_MARKS) throw new Refused(`Its header claims ${ids.length} control tokens; ${MOST_MARKS} are the most.`)
    return await this.#textsOf([...new Set(ids)].toSorted((one, other) => one - other))
  }

  /** Of tokens in order. */
  async #textsOf(ids: readonly number[]): Promise<readonly GgufMark[]> {
    const window = this.#window
    const texts: GgufMark[] = []
    let next = Number.POSITIVE_INFINITY
    for (const id of ids) {
      if (id >= this.#tokens.count) break
      const run = id - (id % STRIDE)
      if (next > id || next < run) {
        window.at = this.#tokens.places[run / STRIDE] ?? 0
        next = run
      }
      for (; next < id; next++) {
        if (!window.has(8)) await window.need(8)
        this.#skip(window.length())
      }
      await window.need(8)
      const length = window.length()
      if (length > MOST_KEY) return texts
      await window.need(length)
      texts.push({ id, text: window.text(length) })
      next++
    }
    return texts
  }
}

function sizeOf(type: number, key: string): number {
  const size = SIZES[type]
  if (size === undefined) throw new Refused(`\`${key.slice(0, 80)}\` in its header is of a type that is not known (${type}).`)
  return size
}
