/** Where an attempt tries to get to. */
export interface Target {
  /** `host:port` of the listening web server. */
  readonly host: string
  /** `host:port` of the listening datagram socket. */
  readonly udp: string
  /** A name of its own for this attempt, which nobody else ever looks up. */
  readonly name: string
  /** The origin of the page around the sandbox. */
  readonly page: string
}

/** One way out, tried by a program. The title completes "a program cannot get out through …". */
export interface Attempt {
  readonly title: string
  readonly code: (target: Target) => string
}

/** Appends markup to the program's own document. */
export const markup = (html: string): string => `document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(html)})`
