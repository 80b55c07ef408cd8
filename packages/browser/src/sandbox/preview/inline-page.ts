import { asDataUrl, type ReadAside, readFrom } from './beside.ts'
import { imageTypeOf } from './image-type.ts'
import { moduleScript, type PreviewLibraries } from './module-script.ts'
import { type CompileModule, collectModules } from './page-modules.ts'

interface Beside {
  readonly path: string
  readonly read: ReadAside
}

/** What a page needs so that it can import. */
export interface PageCompiler {
  readonly compile: CompileModule
  readonly libraries: () => Promise<PreviewLibraries>
}

/** Of what is put into one page, in characters and in files. One picture named ten thousand times would take all the memory of the page around. */
const MOST = { length: 64_000_000, files: 2_000 }

/** Reads until there is enough. What comes after it is not there, as far as this page goes. */
function readWithin(read: ReadAside): ReadAside {
  let { length, files } = MOST
  return async (path) => {
    if (length <= 0 || files <= 0) return undefined
    const data = await read(path)
    length -= data?.length ?? 0
    files -= 1
    return length < 0 ? undefined : data
  }
}

/**
 * A page with its own style sheets, scripts and pictures in it, in the order written: a document without an origin can load
 * none of them. Addresses of the web stay as they are, and are refused there.
 */
export async function inlinePage(html: string, path: string, readAll: ReadAside, compiler?: PageCompiler): Promise<string> {
  const read = readWithin(readAll)
  const page = new DOMParser().parseFromString(html, 'text/html')
  for (const link of page.querySelectorAll<HTMLLinkElement>('link[rel~="stylesheet"][href]'))
    await replaceWith(link, 'style', 'href', { path, read })
  if (compiler) await inlineModules(page, { path, read }, compiler)
  for (const script of page.querySelectorAll<HTMLScriptElement>('script[src]'))
    await replaceWith(script, 'script', 'src', { path, read })
  for (const image of page.querySelectorAll<HTMLImageElement>('img[src]')) await inlineImage(image, path, read)
  return `<!doctype html>${page.documentElement.outerHTML}`
}

async function inlineModules(page: Document, { path, read }: Beside, { compile, libraries }: PageCompiler): Promise<void> {
  const scripts = page.querySelectorAll<HTMLScriptElement>('script[type="module"]')
  if (scripts.length === 0) return
  const { names, script: library } = await libraries()
  const modules = collectModules({ read, compile, libraries: names })
  const problems: string[] = []
  for (const script of scripts) {
    const file = await readFrom(script.getAttribute('src') ?? '', path, read)
    if (script.hasAttribute('src') && typeof file?.data !== 'string') continue
    const [code, from] = typeof file?.data === 'string' ? [file.data, file.path] : [script.textContent, path]
    const ready = await modules.add(code, from).catch((error: unknown) => {
      problems.push(`${from} cannot be loaded: ${error instanceof Error ? error.message : String(error)}`)
      return ''
    })
    script.removeAttribute('src')
    script.textContent = rawText(ready)
  }
  const first = page.createElement('script')
  first.textContent = rawText(moduleScript({ found: modules.found, problems: [...problems, ...modules.problems] }))
  page.head.prepend(first)
  if (!modules.usesLibraries()) return
  const before = page.createElement('script')
  before.textContent = rawText(library)
  page.head.prepend(before)
}

// Inside of an element of raw text only its own end tag ends it.
const rawText = (text: string): string => text.replaceAll(/<\/(?=style|script)/gi, '<\\/')

async function replaceWith(element: Element, name: 'style' | 'script', attribute: string, { path, read }: Beside): Promise<void> {
  const found = await readFrom(element.getAttribute(attribute) ?? '', path, read)
  if (typeof found?.data !== 'string') return
  const inline = element.ownerDocument.createElement(name)
  for (const { name: kept, value } of element.attributes) if (kept === 'type' || kept === 'id') inline.setAttribute(kept, value)
  inline.textContent = rawText(found.data)
  element.replaceWith(inline)
}

async function inlineImage(image: HTMLImageElement, path: string, read: ReadAside): Promise<void> {
  const found = await readFrom(image.getAttribute('src') ?? '', path, read)
  const type = found && imageTypeOf(found.path)
  if (!found || type === undefined) return
  image.setAttribute('src', await asDataUrl(new Blob([found.data], { type })))
}
