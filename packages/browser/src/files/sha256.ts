// SHA-256 (FIPS 180-4), synchronous: for a few kilobytes it costs less than the thread hop of `crypto.subtle`, and it exists
// on pages that are not a secure context. Everything is a signed 32-bit word, which is what engines compute fastest with.

// The constants are the fractional parts of roots of the first primes, as the standard derives them. They and the working space
// are constants of the module, because then the engine knows their sizes and leaves out the checks.
const primes = firstPrimes(64)
const START = Int32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)))
const ROUND = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)))
const DIGITS = '0123456789abcdef'
const state = new Int32Array(8)
const schedule = new Int32Array(64)
const codes: number[] = Array.from({ length: 64 }, () => 0)
const tail = new Uint8Array(128)
const tailView = new DataView(tail.buffer)
/** Up to this many bytes the hash is best worked out here; above, `crypto.subtle` is the faster one, thread hop and all. */
export const SHORT_BYTES = 16_384
const encoder = new TextEncoder()
// Room for the longest text and what is put behind it. Kept, because to make a view for each text takes as long as to hash it.
const room = new Uint8Array(SHORT_BYTES + 128)
const roomView = new DataView(room.buffer)

/** The digest in hexadecimal. */
export function sha256(bytes: Uint8Array): string {
  state.set(START)
  const whole = bytes.length - (bytes.length % 64)
  mixBlocks(new DataView(bytes.buffer, bytes.byteOffset, bytes.length), whole)
  const rest = bytes.subarray(whole)
  tail.set(rest)
  mixBlocks(tailView, pad(tail, tailView, rest.length, bytes.length))
  return toHex()
}

/** The same of the UTF-8 of a text that has at most `SHORT_BYTES`, and how many it has. */
export function sha256OfText(text: string): { readonly hash: string; readonly size: number } {
  state.set(START)
  const size = encoder.encodeInto(text, room).written
  mixBlocks(roomView, pad(room, roomView, size, size))
  return { hash: toHex(), size }
}

function firstPrimes(count: number): readonly number[] {
  const found: number[] = []
  for (let candidate = 2; found.length < count; candidate++) {
    if (found.every((prime) => candidate % prime !== 0)) found.push(candidate)
  }
  return found
}

/** In one piece: put together from parts it would be a chain of strings, and whoever stores it would have to join them. */
function toHex(): string {
  for (let index = 0; index < 64; index++)
    codes[index] = DIGITS.charCodeAt((at(state, index >> 3) >>> (28 - 4 * (index & 7))) & 15)
  return String.fromCharCode.apply(undefined, codes)
}

function fraction(value: number): number {
  return Math.floor((value - Math.floor(value)) * 2 ** 32) | 0
}

/** Behind the first `used` bytes one bit, then zeros, then the length in bits at the end of a block. Tells how much that is. */
function pad(bytes: Uint8Array, view: DataView, used: number, length: number): number {
  const end = used + 9 + ((64 - ((used + 9) % 64)) % 64)
  bytes.fill(0, used, end)
  bytes[used] = 0x80
  view.setUint32(end - 8, Math.floor(length / 2 ** 29))
  view.setUint32(end - 4, (length << 3) >>> 0)
  return end
}

function mixBlocks(view: DataView, end: number): void {
  for (let offset = 0; offset < end; offset += 64) mixBlock(view, offset)
}

/** One round of 64 steps over one block of 64 bytes, with the names of the standard's working variables. */
function mixBlock(block: DataView, offset: number): void {
  expand(block, offset)
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
    const first = (h + turnedE + (g ^ (e & (f ^ g))) + at(ROUND, index) + at(schedule, index)) | 0
    const turnedA = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
    const second = (turnedA + ((a & b) | (c & (a | b)))) | 0
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + second) | 0
  }
  add(0, a)
  add(1, b)
  add(2, c)
  add(3, d)
  add(4, e)
  add(5, f)
  add(6, g)
  add(7, h)
}

function expand(block: DataView, offset: number): void {
  for (let index = 0; index < 16; index++) schedule[index] = block.getInt32(offset + index * 4)
  for (let index = 16; index < 64; index++) {
    const early = at(schedule, index - 15)
    const late = at(schedule, index - 2)
    const small = ((early >>> 7) | (early << 25)) ^ ((early >>> 18) | (early << 14)) ^ (early >>> 3)
    const large = ((late >>> 17) | (late << 15)) ^ ((late >>> 19) | (late << 13)) ^ (late >>> 10)
    schedule[index] = (at(schedule, index - 16) + small + at(schedule, index - 7) + large) | 0
  }
}

// Every index above is within its array.
function at(words: Int32Array, index: number): number {
  return words[index] as number
}

function add(index: number, word: number): void {
  state[index] = (at(state, index) + word) | 0
}
