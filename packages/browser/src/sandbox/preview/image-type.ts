const IMAGE_TYPES: ReadonlyMap<string, string> = new Map([
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['gif', 'image/gif'],
  ['webp', 'image/webp'],
  ['avif', 'image/avif'],
  ['svg', 'image/svg+xml'],
])

/** What a browser calls the picture in a file. Absent: it is none that can be shown. */
export const imageTypeOf = (path: string): string | undefined =>
  IMAGE_TYPES.get(path.slice(path.lastIndexOf('.') + 1).toLowerCase())
