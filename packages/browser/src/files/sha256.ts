// SHA-256 (FIPS 180-4), synchronous: for a few kilobytes it costs less than the thread hop of `crypto.subtle`, and it exists
// on pages that are not a secure context. Everything is a signed 32-bit word, which is what engines compute fastest with.

interface Workspace {
  readonly start: Int32Array
  readonly state: Int32Array
  /** How each byte is written. */
  readonly hex: readonly string[]
  readonly round: Int32Array
  readonly schedule: Int32Array
  readonly tail: Uint8Array
}

let workspace: Workspace | undefined

/** The digest in hexadecimal. */
export function sha256(bytes: Uint8Array): string {
  workspace ??= createWorkspace()
  const { state } = workspace
  state.set(workspace.start)
  const whole = bytes.length - (bytes.length % 64)
  for (let offset = 0; offset < whole; offset += 64) mixBlock(state, workspace, bytes, offset)
  const padded = padTail(workspace.tail, bytes, whole)
  for (let offset = 0; offset < padded; offset += 64) mixBlock(state, workspace, workspace.tail, offset)
  let hex = ''
  for (let index = 0; index < 8; index++) hex += toHex(workspace.hex, at(state, index))
  return hex
}

/** The constants are the fractional parts of roots of the first primes, as the standard derives them. */
function createWorkspace(): Workspace {
  const primes: number[] = []
  for (let candidate = 2; primes.length < 64; candidate++) {
    if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate)
  }
  return {
    start: Int32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime))),
    round: Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime))),
    state: new Int32Array(8),
    hex: Array.from({ length: 256 }, (_, value) => value.toString(16).padStart(2, '0')),
    schedule: new Int32Array(64),
    tail: new Uint8Array(128),
  }
}

function toHex(hex: readonly string[], word: number): string {
  return `${hex[word >>> 24]}${hex[(word >>> 16) & 255]}${hex[(word >>> 8) & 255]}${hex[word & 255]}`
}

function fraction(value: number): number {
  return Math.floor((value - Math.floor(value)) * 2 ** 32) | 0
}

/** What is left after the whole blocks, then one bit, then the length in bits at the end of the last block. Tells how much that is. */
function padTail(tail: Uint8Array, bytes: Uint8Array, whole: number): number {
  const rest = bytes.length - whole
  const padded = rest < 56 ? 64 : 128
  tail.fill(0)
  tail.set(bytes.subarray(whole))
  tail[rest] = 0x80
  const view = new DataView(tail.buffer)
  view.setUint32(padded - 8, Math.floor(bytes.length / 2 ** 29))
  view.setUint32(padded - 4, (bytes.length << 3) >>> 0)
  return padded
}

/** One round of 64 steps over one block of 64 bytes, with the names of the standard's working variables. */
function mixBlock(state: Int32Array, { round, schedule }: Workspace, block: Uint8Array, offset: number): void {
  expand(schedule, block, offset)
  let a = at(state, 0)
  let b = at(state, 1)
  let c = at(state, 2)
  let d = at(state, 3)
  let e = at(state, 4)
  let f = at(state, 5)
  let g = at(state, 6)
  let h = at(state, 7)
  for (let index = 0; index < 64; index++) {
    const turnedE = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
    const first = (h + turnedE + ((e & f) ^ (~e & g)) + at(round, index) + at(schedule, index)) | 0
    const turnedA = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
    const second = (turnedA + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + second) | 0
  }
  add(state, 0, a)
  add(state, 1, b)
  add(state, 2, c)
  add(state, 3, d)
  add(state, 4, e)
  add(state, 5, f)
  add(state, 6, g)
  add(state, 7, h)
}

function expand(schedule: Int32Array, block: Uint8Array, offset: number): void {
  for (let index = 0; index < 16; index++) {
    const from = offset + index * 4
    schedule[index] =
      (byte(block, from) << 24) | (byte(block, from + 1) << 16) | (byte(block, from + 2) << 8) | byte(block, from + 3)
  }
  for (let index = 16; index < 64; index++) {
    const early = at(schedule, index - 15)
    const late = at(schedule, index - 2)
    const small = ((early >>> 7) | (early << 25)) ^ ((early >>> 18) | (early << 14)) ^ (early >>> 3)
    const large = ((late >>> 17) | (late << 15)) ^ ((late >>> 19) | (late << 13)) ^ (late >>> 10)
    schedule[index] = (at(schedule, index - 16) + small + at(schedule, index - 7) + large) | 0
  }
}

// Every index above is within its array. Two readers, because one for both kinds of array would be slow with either.
function at(words: Int32Array, index: number): number {
  return words[index] as number
}

function byte(bytes: Uint8Array, index: number): number {
  return bytes[index] as number
}

function add(state: Int32Array, index: number, word: number): void {
  state[index] = (at(state, index) + word) | 0
}
