/** Something the person at the keyboard can mend. Its message is the whole story, so it is shown without a stack. */
export class Advice extends Error {}

const colour = process.stdout.isTTY && process.env.NO_COLOR === undefined

/** @param {number} code @param {string} text */
const paint = (code, text) => (colour ? `\u001b[${code}m${text}\u001b[0m` : text)

/** @param {string} text */
export const green = (text) => paint(32, text)
/** @param {string} text */
export const red = (text) => paint(31, text)
/** @param {string} text */
export const dim = (text) => paint(2, text)

/** @param {string} line */
export function say(line) {
  process.stdout.write(`${line}\n`)
}

/** @param {number} since a reading of `performance.now()` */
export function elapsed(since) {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`
}

/**
 * Announces a piece of work that takes a while, does it, and says how long it took.
 *
 * @template Value
 * @param {string} doing
 * @param {string} done
 * @param {() => Promise<Value>} work
 */
export async function narrate(doing, done, work) {
  const since = performance.now()
  say(`${dim('…')} ${doing}`)
  const value = await work()
  say(`${green('✓')} ${done} ${dim(`(${elapsed(since)})`)}`)
  return value
}

/**
 * Runs a script to its end: advice is shown as one sentence, anything else is our own mistake and keeps its stack.
 *
 * @param {() => Promise<number>} script answers with the exit code
 */
export async function main(script) {
  try {
    process.exitCode = await script()
  } catch (error) {
    if (!(error instanceof Advice)) throw error
    process.stderr.write(`${red('✗')} ${error.message}\n`)
    process.exitCode = 1
  }
}
