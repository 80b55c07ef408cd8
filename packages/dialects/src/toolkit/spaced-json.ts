/**
 * The same JSON with the blanks that chat templates put into it:
 *
 *     {"title":"Momo","tags":["a","b"]}
 *     {"title": "Momo", "tags": ["a", "b"]}
 *
 * It works on the text, so that numbers keep their spelling.
 */
export function spacedJson(json: string): string {
  const pieces: string[] = []
  let from = 0
  while (from < json.length) {
    const quote = json.indexOf('"', from)
    const until = quote < 0 ? json.length : quote
    pieces.push(json.slice(from, until).replaceAll(/\s+/g, '').replaceAll(/[,:]/g, '$& '))
    from = quote < 0 ? until : endOfString(json, quote)
    if (quote >= 0) pieces.push(json.slice(quote, from))
  }
  return pieces.join('')
}

function endOfString(json: string, quote: number): number {
  for (let at = quote + 1; ; at++) {
    const close = json.indexOf('"', at)
    if (close < 0) return json.length
    let escapes = 0
    while (json.charAt(close - 1 - escapes) === '\\') escapes++
    if (escapes % 2 === 0) return close + 1
    at = close
  }
}
