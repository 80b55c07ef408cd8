import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist'
import * as pdfWorker from 'pdfjs-dist/build/pdf.worker.mjs'

// In the thread of the document itself: it can start no worker.
Object.assign(globalThis, { pdfjsWorker: pdfWorker })

/** Beyond this a file is a book: the rest is left to a program for books. */
const MOST_PAGES = 200
const MOST_PIXELS = 8_000_000

/** Draws one page when it comes into sight. */
async function drawPage(file: PDFDocumentProxy, number: number, place: HTMLElement): Promise<void> {
  const page = await file.getPage(number)
  const plain = page.getViewport({ scale: 1 })
  const wanted = (place.clientWidth / plain.width) * Math.min(2, devicePixelRatio)
  const scale = Math.min(wanted, Math.sqrt(MOST_PIXELS / (plain.width * plain.height)))
  const viewport = page.getViewport({ scale })
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: Math.ceil(viewport.width), height: Math.ceil(viewport.height) })
  canvas.style.width = '100%'
  await page.render({ canvas, viewport }).promise
  const content = await page.getTextContent()
  const text = content.items.map((item) => ('str' in item ? item.str : '')).join(' ')
  canvas.setAttribute('role', 'img')
  canvas.setAttribute('aria-label', text.slice(0, 5_000))
  place.replaceChildren(canvas)
}

/** Puts a place for each page into the document, as high as the page will be. */
async function showPdf(base64: string): Promise<void> {
  const data = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  const file = await getDocument({ data, disableFontFace: false, isEvalSupported: false, useSystemFonts: true }).promise
  const first = (await file.getPage(1)).getViewport({ scale: 1 })
  const seen = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting || !(target instanceof HTMLElement)) continue
        seen.unobserve(target)
        drawPage(file, Number(target.dataset['page']), target).catch((error: unknown) => console.error(String(error)))
      }
    },
    { rootMargin: '400px' },
  )
  for (let number = 1; number <= Math.min(file.numPages, MOST_PAGES); number += 1) {
    const place = document.createElement('section')
    place.dataset['page'] = String(number)
    place.style.aspectRatio = `${first.width} / ${first.height}`
    document.body.append(place)
    seen.observe(place)
  }
  console.log(`${file.numPages} page${file.numPages === 1 ? '' : 's'}`)
  if (file.numPages > MOST_PAGES) console.warn(`Only the first ${MOST_PAGES} pages are shown.`)
}

Object.assign(globalThis, { parleyShowPdf: showPdf })
