let table: Uint32Array | undefined

function createTable(): Uint32Array {
  return Uint32Array.from({ length: 256 }, (_, index) => {
    let value = index
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
    return value
  })
}

/** The checksum of zip archives. `before` is that of the bytes that came before these. */
export function crc32(bytes: Uint8Array, before = 0): number {
  table ??= createTable()
  let value = before ^ 0xffffffff
  for (const byte of bytes) value = (table[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8)
  return (value ^ 0xffffffff) >>> 0
}
