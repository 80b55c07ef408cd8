/** What lies beside a page: its text or bytes, or undefined where there is no such file. */
export type ReadAside = (path: string) => Promise<string | Uint8Array<ArrayBuffer> | undefined>

const TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  svg: 'image/svg+xml',
}

/**
 * A page with its own style sheets, scripts and pictures in it, in the order written: a document without an origin can load
 * none of them. Addresses of the web stay as they are, and are refused there.
 */
export async function inlinePage(html: string, path: string, read: ReadAside): Promise<string> {
  const page = new DOMParser().parseFromString(html, 'text/html')
  for (const link of page.querySelectorAll<HTMLLinkElement>('link[rel~="stylesheet"][href]'))
    await replaceWith(link, 'style', 'href', { path, read })
  for (const script of page.querySelectorAll<HTMLScriptElement>('script[src]'))
    await replaceWith(script, 'script', 'src', { path, read })
  for (const image of page.querySelectorAll<HTMLImageElement>('img[src]')) await inlineImage(image, path, read)
  return `<!doctype html>${page.documentElement.outerHTML}`
}

interface Beside {
  readonly path: string
  readonly read: ReadAside
}

async function replaceWith(element: Element, name: 'style' | 'script', attribute: string, { path, read }: Beside): Promise<void> {
  const found = await readFrom(element.getAttribute(attribute) ?? '', path, read)
  if (typeof found?.data !== 'string') return
  const inline = element.ownerDocument.createElement(name)
  for (const { name: kept, value } of element.attributes) if (kept === 'type' || kept === 'id') inline.setAttribute(kept, value)
  // Inside of an element of raw text only its own end tag ends it.
  inline.textContent = found.data.replaceAll(/<\/(?=style|script)/gi, '<\\/')
  element.replaceWith(inline)
}

async function inlineImage(image: HTMLImageElement, path: string, read: ReadAside): Promise<void> {
  const found = await readFrom(image.getAttribute('src') ?? '', path, read)
  const type = TYPES[found?.path.split('.').at(-1)?.toLowerCase() ?? '']
  if (!found || type === undefined) return
  image.setAttribute('src', await asDataUrl(new Blob([found.data], { type })))
}

const BASE = 'file://'

/** Absent: the address is not of a file beside the page. */
async function readFrom(address: string, path: string, read: ReadAside) {
  if (address === '' || /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(address)) return undefined
  const url = URL.parse(address, `${BASE}${path}`)
  if (url === null) return undefined
  const file = decodeURIComponent(url.pathname)
  const data = await read(file)
  return data === undefined ? undefined : { path: file, data }
}

function asDataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The picture cannot be read.')))
    reader.readAsDataURL(blob)
  })
}
