/**
 * Fourteen characters of `[0-9a-z]` that depend on every character of the text. Not a secret and not collision-free:
 * whoever needs distinct names must still look whether one is taken.
 */
export function digest(text: string): string {
  let left = 0x9e3779b9
  let right = 0x85ebca6b
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    left = Math.imul(left ^ unit, 0x01000193)
    right = Math.imul((right << 5) ^ (right >>> 27) ^ unit, 0xc2b2ae35)
  }
  return word(left ^ (right >>> 15)) + word(right ^ (left >>> 13))
}

function word(bits: number): string {
  return (bits >>> 0).toString(36).padStart(7, '0')
}
