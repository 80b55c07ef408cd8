/** A value as GGUF writes it: its type and its bytes. */
interface Written {
  readonly type: number
  readonly bytes: readonly number[]
}

const little = (value: number | bigint, size: number): readonly number[] =>
  Array.from({ length: size }, (_, place) => Number((BigInt(value) >> BigInt(8 * place)) & 0xffn))

export const uint32 = (value: number): Written => ({ type: 4, bytes: little(value, 4) })
export const uint64 = (value: number | bigint): Written => ({ type: 10, bytes: little(value, 8) })
export const text = (value: string): Written => {
  const bytes = new TextEncoder().encode(value)
  return { type: 8, bytes: [...little(bytes.length, 8), ...bytes] }
}
/** `count`: how many it claims to hold. Absent: as many as it holds. */
export const list = (items: readonly Written[], count: number | bigint = items.length, type = items[0]?.type ?? 4): Written => ({
  type: 9,
  bytes: [...little(type, 4), ...little(count, 8), ...items.flatMap(({ bytes }) => bytes)],
})

/** The header of a GGUF file, entry by entry. */
export function ggufFile(
  entries: readonly (readonly [string, Written])[],
  { version = 3, count = entries.length }: { readonly version?: number; readonly count?: number | bigint } = {},
): Uint8Array<ArrayBuffer> {
  const pieces = entries.flatMap(([key, { type, bytes }]) => [...text(key).bytes, ...little(type, 4), ...bytes])
  return Uint8Array.from([
    ...new TextEncoder().encode('GGUF'),
    ...little(version, 4),
    ...little(0, 8),
    ...little(count, 8),
    ...pieces,
  ])
}
