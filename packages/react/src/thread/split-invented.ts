/** The words before the first mark of a result, and everything from it on. */
export function splitInvented(
  text: string,
  marks: readonly string[],
): { readonly said: string; readonly invented: string | undefined } {
  const places = marks.map((mark) => text.indexOf(mark)).filter((at) => at >= 0)
  if (places.length === 0) return { said: text, invented: undefined }
  const at = Math.min(...places)
  return { said: text.slice(0, at), invented: text.slice(at) }
}
