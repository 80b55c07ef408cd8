/** What lies beside a page: its text or bytes, or undefined where there is no such file. */
export type ReadAside = (path: string) => Promise<string | Uint8Array<ArrayBuffer> | undefined>

export interface FoundFile {
  readonly path: string
  readonly data: string | Uint8Array<ArrayBuffer>
}

const BASE = 'file://'

/** The path that an address in a file means. Absent: it is an address of the web, or none at all. */
export function pathBeside(address: string, path: string): string | undefined {
  if (address === '' || /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(address)) return undefined
  const url = URL.parse(address, `${BASE}${encodeURI(path)}`)
  try {
    return url === null ? undefined : decodeURIComponent(url.pathname)
  } catch {
    return undefined
  }
}

/** Absent: the address is not of a file beside the page. */
export async function readFrom(address: string, path: string, read: ReadAside): Promise<FoundFile | undefined> {
  const file = pathBeside(address, path)
  const data = file === undefined ? undefined : await read(file)
  return file === undefined || data === undefined ? undefined : { path: file, data }
}

export function asDataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The picture cannot be read.')))
    reader.readAsDataURL(blob)
  })
}
