import { Damage } from '../engine/damage.ts'
import { peek, type Step, skipSpace } from '../engine/readers.ts'
import { Source } from '../engine/source.ts'
import { readObject, readText, readValue } from '../shapes/json/read-json.ts'
import { encodeAttribute } from '../shapes/tags/tag.ts'

/** A piece of a native call, as it streams. */
export interface ToolCallDelta {
  /** Which call of the answer it belongs to. */
  readonly index: number
  readonly id?: string
  readonly name?: string
  /** More of the arguments; or, from servers that repeat themselves, all of them so far. */
  readonly arguments?: string
}

export interface XmlConverter {
  /** The XML text that can be said now. Only one call is open at a time: pieces of others wait for their turn. */
  push(delta: ToolCallDelta): string
  /** Closes whatever is open. */
  end(): string
}

/** Turns the argument deltas of native calls into canonical XML text, while they arrive. */
export function createXmlConverter(): XmlConverter {
  const calls = new Map<number, ConvertedCall>()
  /** Says all that can be said, in the order in which calls began: one that is not whole keeps those behind it waiting. */
  const flush = (closing: boolean): string => {
    let text = ''
    for (const call of calls.values()) {
      if (call.closed) continue
      if (closing) call.end()
      text += call.take()
      if (!call.closed) break
    }
    return text
  }
  return {
    push(delta) {
      const call = calls.get(delta.index) ?? new ConvertedCall()
      calls.set(delta.index, call)
      call.push(delta)
      return flush(false)
    },
    end: () => flush(true),
  }
}

class ConvertedCall {
  closed = false
  readonly #source = new Source()
  readonly #grammar: Step
  #name: string | undefined
  #id: string | undefined
  #received = ''
  #text = ''
  #opened = false
  #whole = false
  /** What closes the element that is being written, should its text break off. */
  #unclosed = ''

  constructor() {
    this.#grammar = this.#convert()
  }

  push({ id, name, arguments: piece = '' }: ToolCallDelta): void {
    this.#id ??= id
    this.#name ??= name
    const fresh = this.#isCumulative(piece) ? piece.slice(this.#received.length) : piece
    if (fresh === '' || this.#whole) return
    this.#received += fresh
    if (this.#source.push(fresh)) this.#step()
  }

  end(): void {
    if (this.#whole) return
    this.#source.end()
    this.#step()
    this.#whole = true
  }

  /** What was not said yet, once the name is known. */
  take(): string {
    if (this.#name === undefined) return ''
    const opening = this.#opened
      ? ''
      : `<tool name="${encodeAttribute(this.#name)}"${this.#id === undefined ? '' : ` id="${encodeAttribute(this.#id)}"`}>\n`
    this.#opened = true
    const text = opening + this.#text + (this.#whole ? '</tool>\n' : '')
    this.#text = ''
    this.closed = this.#whole
    return text
  }

  /** No JSON object contains its own beginning again, so a piece that begins with all of it is all of it. */
  #isCumulative(piece: string): boolean {
    return this.#received.trimStart().startsWith('{') && piece.length >= this.#received.length && piece.startsWith(this.#received)
  }

  #step(): void {
    try {
      if (this.#grammar.next().done) this.#whole = true
    } catch (error) {
      if (!(error instanceof Damage)) throw error
      // What is broken is closed where it broke; the call that is read back says what is missing.
      this.#text += this.#unclosed
      this.#whole = true
    }
  }

  *#convert(): Step {
    const source = this.#source
    yield* skipSpace(source)
    const say = (text: string): void => {
      this.#text += text
    }
    const sayIn = this.#sectioned(say)
    yield* readObject(source, (key) => this.#parameter(key, say, sayIn))
  }

  *#parameter(key: string, say: (text: string) => void, section: Section): Step {
    const source = this.#source
    if ((yield* peek(source)) === '"') {
      say(`<param name="${encodeAttribute(key)}" type="string"><![CDATA[`)
      this.#unclosed = ']]></param>\n'
      section.begin()
      yield* readText(source, section.text)
      section.end()
      say(']]></param>\n')
    } else {
      say(`<param name="${encodeAttribute(key)}" type="json">`)
      this.#unclosed = '</param>\n'
      yield* readValue(source, (text) => say(text.replaceAll('<', '\\u003c')))
      say('</param>\n')
    }
    this.#unclosed = ''
  }

  /** Text inside a CDATA section; `]]>` is split, also where a chunk's edge goes through it. */
  #sectioned(say: (text: string) => void): Section {
    let held = ''
    return {
      begin: () => {
        held = ''
      },
      text: (piece) => {
        const all = (held + piece).replaceAll(']]>', ']]]]><![CDATA[>')
        const keep = all.endsWith(']]') ? 2 : all.endsWith(']') ? 1 : 0
        held = all.slice(all.length - keep)
        say(all.slice(0, all.length - keep))
      },
      end: () => {
        say(held)
        held = ''
      },
    }
  }
}

interface Section {
  begin(): void
  readonly text: (piece: string) => void
  end(): void
}
