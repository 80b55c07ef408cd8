/** A value as GGUF writes it. */
export type GgufValue =
  | { readonly u32: number }
  | { readonly f32: number }
  | { readonly bool: boolean }
  | { readonly text: string }
  | { readonly texts: readonly string[] }
  | { readonly ints: readonly number[] }

export interface Tensor {
  readonly name: string
  /** The fastest first. */
  readonly sizes: readonly number[]
  readonly values: Float32Array
}

const TYPE = { u32: 4, i32: 5, f32: 6, bool: 7, text: 8, list: 9 } as const
const ALIGNMENT = 32
const F32 = 0

/** Bytes that grow at the end. */
class Bytes {
  readonly pieces: Buffer[] = []
  length = 0

  add(piece: Buffer): void {
    this.pieces.push(piece)
    this.length += piece.length
  }

  number(size: 4 | 8, write: (piece: Buffer) => void): void {
    const piece = Buffer.alloc(size)
    write(piece)
    this.add(piece)
  }

  u32 = (value: number): void => this.number(4, (piece) => piece.writeUInt32LE(value))
  i32 = (value: number): void => this.number(4, (piece) => piece.writeInt32LE(value))
  f32 = (value: number): void => this.number(4, (piece) => piece.writeFloatLE(value))
  u64 = (value: number): void => this.number(8, (piece) => piece.writeBigUInt64LE(BigInt(value)))

  text = (value: string): void => {
    const piece = Buffer.from(value, 'utf8')
    this.u64(piece.length)
    this.add(piece)
  }

  pad(): void {
    this.add(Buffer.alloc((ALIGNMENT - (this.length % ALIGNMENT)) % ALIGNMENT))
  }

  list<Item>(type: number, items: readonly Item[], write: (item: Item) => void): void {
    this.u32(TYPE.list)
    this.u32(type)
    this.u64(items.length)
    for (const item of items) write(item)
  }
}

function writeValue(out: Bytes, value: GgufValue): void {
  if ('texts' in value) return out.list(TYPE.text, value.texts, out.text)
  if ('ints' in value) return out.list(TYPE.i32, value.ints, out.i32)
  if ('u32' in value) {
    out.u32(TYPE.u32)
    return out.u32(value.u32)
  }
  if ('f32' in value) {
    out.u32(TYPE.f32)
    return out.f32(value.f32)
  }
  if ('bool' in value) {
    out.u32(TYPE.bool)
    return out.add(Buffer.from([value.bool ? 1 : 0]))
  }
  out.u32(TYPE.text)
  out.text(value.text)
}

/** A whole GGUF file: what it says of the model, the table of its tensors, and their numbers. */
export function ggufFile(says: Readonly<Record<string, GgufValue>>, tensors: readonly Tensor[]): Buffer {
  const out = new Bytes()
  out.add(Buffer.from('GGUF'))
  out.u32(3)
  out.u64(tensors.length)
  out.u64(Object.keys(says).length)
  for (const [key, value] of Object.entries(says)) {
    out.text(key)
    writeValue(out, value)
  }
  let offset = 0
  for (const { name, sizes, values } of tensors) {
    out.text(name)
    out.u32(sizes.length)
    for (const size of sizes) out.u64(size)
    out.u32(F32)
    out.u64(offset)
    offset += Math.ceil(values.byteLength / ALIGNMENT) * ALIGNMENT
  }
  for (const { values } of tensors) {
    out.pad()
    out.add(Buffer.from(values.buffer, values.byteOffset, values.byteLength))
  }
  out.pad()
  return Buffer.concat(out.pieces)
}
