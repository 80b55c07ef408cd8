/** A string, a comment, or a comma before a closing bracket: what is a comment inside a string stays. */
const PIECES = /"(?:[^"\\]|\\.)*"|\/\/[^\n\r]*|\/\*[^]*?\*\/|,(?=(?:\s|\/\/[^\n\r]*|\/\*[^]*?\*\/)*[}\]])/g

/**
 * JSON as people keep it in settings: with comments and trailing commas. Positions in complaints are those of the text.
 *
 *     { "a": 1, // one
 *     }
 */
export function parseJsonWithComments(text: string): unknown {
  return JSON.parse(text.replace(PIECES, (piece) => (piece.startsWith('"') ? piece : piece.replaceAll(/[^\n\r]/g, ' '))))
}
