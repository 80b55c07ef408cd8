/**
 * What to append to the arguments of a call that broke after its beginning was on the wire. A client may complete
 * cut-off JSON by itself and run half a call; behind this no reader finds an object, neither a strict nor a lenient one.
 *
 *     {"path":"/a          sent
 *                "::"…"    closes the string, then says what JSON never says
 */
export function spoilCall(sent: string): string {
  return `${closeString(sent)}::"this call broke off and must not run"`
}

function closeString(sent: string): string {
  let inside = false
  let escaped = false
  for (let index = 0; index < sent.length; index++) {
    const unit = sent.charCodeAt(index)
    if (escaped) escaped = false
    else if (inside && unit === BACKSLASH) escaped = true
    else if (unit === QUOTE) inside = !inside
  }
  return inside ? (escaped ? '\\"' : '"') : ''
}

const QUOTE = 34
const BACKSLASH = 92
