import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { root } from './root.mjs'

/**
 * @typedef {object} RunOptions
 * @property {NodeJS.ProcessEnv} [env] added to the environment
 * @property {boolean} [quiet] keep the output back instead of showing it as it comes
 * @property {boolean} [shell]
 * @property {string} [cwd] absent: the repository's folder
 */

/** @param {number | null} code @param {NodeJS.Signals | null} signal */
const exitCode = (code, signal) => code ?? 128 + (signal ? constants.signals[signal] : 0)

/**
 * Runs a command to its end and collects what it said.
 *
 * @param {string} command @param {readonly string[]} args @param {RunOptions} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(command, args, { env, quiet = false, shell = false, cwd = root } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, shell, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    /** @param {NodeJS.WriteStream} shown */
    const collect = (shown) => (/** @type {Buffer} */ piece) => {
      output += piece.toString()
      if (!quiet) shown.write(piece)
    }
    child.stdout.on('data', collect(process.stdout))
    child.stderr.on('data', collect(process.stderr))
    child.on('error', reject)
    child.on('close', (code, signal) => resolve({ code: exitCode(code, signal), output }))
  })
}

/**
 * Starts a command that owns the terminal until it ends. Signals reach it, and its exit code becomes the answer, so
 * whoever supervises this process sees what the command itself would have shown.
 *
 * @param {string} command @param {readonly string[]} args @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<number>}
 */
export function handOver(command, args, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, env: { ...process.env, ...env }, stdio: 'inherit' })
    /** @type {NodeJS.Signals[]} */
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
    let asked = false
    const pass = (/** @type {NodeJS.Signals} */ signal) => {
      asked = true
      // Ctrl-C in a terminal reaches the command by itself; a second one would ask it to hurry.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    }
    for (const signal of signals) process.on(signal, pass)
    const watching = watchParent(() => {
      if (!asked) pass('SIGTERM')
    })
    child.on('error', reject)
    child.on('exit', (code, signal) => {
      for (const name of signals) process.off(name, pass)
      clearInterval(watching)
      // Who asked the command to end meant this process, and whatever it would have done next.
      if (asked) process.exit(exitCode(code, signal))
      resolve(exitCode(code, signal))
    })
  })
}

/**
 * npm runs a script through a shell, and some shells end at a signal without passing it on: npm is gone, and the command
 * would keep its port for ever. Who was started by npm ends with it; who was sent into the background by hand does not.
 *
 * @param {() => void} gone
 */
function watchParent(gone) {
  if (process.env['npm_lifecycle_event'] === undefined) return undefined
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    gone()
  }, 250)
  timer.unref()
  return timer
}
