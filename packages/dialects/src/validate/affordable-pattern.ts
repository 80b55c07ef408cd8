/** How many steps a match may take at worst. */
const MOST_STEPS = 10_000_000
const MOST_PATTERN = 500

/**
 * The pattern, if matching it against a text of this length is certain to end soon. Schemas come from pages and texts
 * from models, and `(a+)+$` would stop the world. Undefined: leave the text unchecked.
 */
export function affordablePattern(pattern: string, length: number): RegExp | undefined {
  if (pattern.length > MOST_PATTERN) return undefined
  const bones = bonesOf(pattern)
  if (bones === undefined || steps(bones, length) > MOST_STEPS) return undefined
  try {
    return new RegExp(pattern, 'u')
  } catch {
    return undefined
  }
}

/** The pattern without what costs nothing: escapes, classes and the kinds of groups. Undefined where it repeats a repetition. */
function bonesOf(pattern: string): string | undefined {
  // A reference back to a group costs whatever the group holds.
  if (/\\[1-9k]/.test(pattern)) return undefined
  const bones = pattern
    .replaceAll(/\\u\{[^}]*\}|\\[pP]\{[^}]*\}|\\[^]/g, 'x')
    .replaceAll(/\[[^\]]*\]/g, 'x')
    .replaceAll(/\(\?(?:[:=!]|<[=!]|<\w+>)/g, '(')
  const varies: boolean[] = [false]
  for (let at = 0; at < bones.length; at++) {
    const char = bones.charAt(at)
    const repeats = /[*+]|\{\d+(?:,\d*)?\}/y
    if (char === '(') varies.push(false)
    else if (char === ')') {
      const inside = varies.pop() === true
      repeats.lastIndex = at + 1
      if (inside && repeats.test(bones)) return undefined
      if (inside) varies[varies.length - 1] = true
    } else if ('*+?|{'.includes(char)) varies[varies.length - 1] = true
  }
  return bones
}

/** Each repetition without end multiplies the steps by the length, each choice by two. */
function steps(bones: string, length: number): number {
  const endless = bones.match(/[*+]|\{\d+,\}/g)?.length ?? 0
  const choices = bones.match(/[?|]/g)?.length ?? 0
  const bounded = [...bones.matchAll(/\{(\d+),(\d+)\}/g)].map(([, least, most]) => Number(most) - Number(least) + 1)
  const searches = bones.startsWith('^') ? 0 : 1
  return Math.max(length, 1) ** (endless + searches) * 2 ** choices * bounded.reduce((product, count) => product * count, 1)
}
