// SHA-256 (FIPS 180-4), synchronous: for a few kilobytes it costs less than the thread hop of `crypto.subtle`, and it exists
// on pages that are not a secure context.

let constants: Uint32Array | undefined

/** The first 32 bits of the fractional part, which is how the standard derives every constant from the primes. */
function fraction(value: number): number {
  return Math.floor((value - Math.floor(value)) * 2 ** 32)
}

function firstPrimes(count: number): readonly number[] {
  const primes: number[] = []
  for (let candidate = 2; primes.length < count; candidate++) {
    if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate)
  }
  return primes
}

function roundConstants(): Uint32Array {
  constants ??= Uint32Array.from(firstPrimes(64), (prime) => fraction(Math.cbrt(prime)))
  return constants
}

/** The digest in hexadecimal. */
export function sha256(bytes: Uint8Array): string {
  const state = Uint32Array.from(firstPrimes(8), (prime) => fraction(Math.sqrt(prime)))
  const schedule = new Uint32Array(64)
  const whole = bytes.length - (bytes.length % 64)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let offset = 0; offset < whole; offset += 64) mixBlock(state, schedule, view, offset)
  const tail = paddedTail(bytes, whole)
  for (let offset = 0; offset < tail.byteLength; offset += 64) mixBlock(state, schedule, tail, offset)
  let hex = ''
  for (const word of state) hex += word.toString(16).padStart(8, '0')
  return hex
}

/** What is left after the whole blocks, then one bit, then the length in bits at the end of the last block. */
function paddedTail(bytes: Uint8Array, whole: number): DataView {
  const rest = bytes.length - whole
  const tail = new Uint8Array(rest < 56 ? 64 : 128)
  tail.set(bytes.subarray(whole))
  tail[rest] = 0x80
  const view = new DataView(tail.buffer)
  view.setUint32(tail.length - 8, Math.floor(bytes.length / 2 ** 29))
  view.setUint32(tail.length - 4, (bytes.length << 3) >>> 0)
  return view
}

/** One round of 64 steps over one block of 64 bytes, with the names of the standard's working variables. */
function mixBlock(state: Uint32Array, schedule: Uint32Array, block: DataView, offset: number): void {
  expand(schedule, block, offset)
  const round = roundConstants()
  // The arrays have fixed lengths and every index is below them, so no read can be undefined.
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number]
  for (let index = 0; index < 64; index++) {
    const choice = (e & f) ^ (~e & g)
    const first = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + at(round, index) + at(schedule, index)) | 0
    const majority = (a & b) ^ (a & c) ^ (b & c)
    const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + majority) | 0
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + second) | 0
  }
  const mixed = [a, b, c, d, e, f, g, h]
  for (let index = 0; index < 8; index++) state[index] = at(state, index) + (mixed[index] ?? 0)
}

function expand(schedule: Uint32Array, block: DataView, offset: number): void {
  for (let index = 0; index < 16; index++) schedule[index] = block.getUint32(offset + index * 4)
  for (let index = 16; index < 64; index++) {
    const early = at(schedule, index - 15)
    const late = at(schedule, index - 2)
    const small = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3)
    const large = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10)
    schedule[index] = at(schedule, index - 16) + small + at(schedule, index - 7) + large
  }
}

function turn(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits))
}

function at(words: Uint32Array, index: number): number {
  return words[index] ?? 0
}
