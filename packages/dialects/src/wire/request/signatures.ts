/**
 * A vendor's proof is worthless to every other vendor, and some refuse a request that carries a foreign one. So in the
 * canonical form each proof wears the id of the format it came from:
 *
 *     anthropic-messages:EqQBCkYIBRgC…
 *     ^^^^^^^^^^^^^^^^^^                only this format sends the rest back to its vendor
 */
export interface Signatures {
  /** The canonical form of what stood on the wire. What another format's writer had passed through is recognised. */
  read(onWire: string): string
  /** What to send to the vendor. Absent when the proof is somebody else's. */
  write(signature: string | undefined): string | undefined
  /** What to hand to a client, who will echo it: also a foreign proof, whole, so that it finds its way home. */
  pass(signature: string): string
}

const WORN = /^[a-z0-9]+(?:[-/][a-z0-9]+)+:/

export function createSignatures(formatId: string): Signatures {
  const mark = `${formatId}:`
  const own = (signature: string) => (signature.startsWith(mark) ? signature.slice(mark.length) : undefined)
  return {
    read: (onWire) => (WORN.test(onWire) ? onWire : mark + onWire),
    write: (signature) => (signature === undefined ? undefined : own(signature)),
    pass: (signature) => own(signature) ?? signature,
  }
}
