import { canPreview, openPreview } from './open-preview.ts'

/** `untried`: there is no place to try it. */
export type Tried = 'light' | 'heavy' | 'untried'

/** Drawn in this time where nobody waits for it, it holds up nobody elsewhere. */
const MOST_MS = 700
/** A page that is served, and a process for it. A busy machine takes its time. */
const OPENS_MS = 15_000
/** From its first word to its last. */
const DRAWS_MS = 3_000

let before: Promise<unknown> = Promise.resolve()

/**
 * Draws a drawing as a picture in a locked document, in a process of its own, and tells whether that was done soon. Filters, masks, shadows and
 * paths can be written so that they are drawn for hours, in more ways than can be counted beforehand. One at a time.
 */
export function tryDrawing(svg: string): Promise<Tried> {
  if (!canPreview()) return Promise.resolve('untried')
  const tried = before.then(() => tryOne(svg))
  before = tried
  return tried
}

function tryOne(svg: string): Promise<Tried> {
  const place = document.createElement('div')
  place.ariaHidden = 'true'
  place.inert = true
  place.style.cssText = 'position:fixed;width:1px;height:1px;opacity:0;overflow:hidden;pointer-events:none'
  document.body.append(place)
  const { promise, resolve } = Promise.withResolvers<Tried>()
  let timer = setTimeout(() => resolve('untried'), OPENS_MS)
  const preview = openPreview({
    place,
    title: 'A drawing that is tried',
    html: pageOf(svg),
    onLine: ({ text }) => {
      clearTimeout(timer)
      const [word, ms] = text.split(' ')
      if (word === 'drawn') resolve(Number(ms) <= MOST_MS ? 'light' : 'heavy')
      else timer = setTimeout(() => resolve('heavy'), DRAWS_MS)
    },
    onEnd: (why) => resolve(why === 'unlocked' ? 'untried' : 'heavy'),
  })
  return promise.finally(() => {
    clearTimeout(timer)
    preview.remove()
    place.remove()
  })
}

/** Nothing in a picture runs: what this page says is said by us. Drawn twice, since a drawing may move. */
const pageOf = (svg: string): string => `<!doctype html><canvas></canvas><script>
console.log('begun')
setTimeout(async () => {
  const image = new Image()
  const context = document.querySelector('canvas').getContext('2d')
  const began = performance.now()
  image.src = 'data:image/svg+xml;charset=utf-8,' + encodeURIComponent(${JSON.stringify(svg).replaceAll('<', String.raw`\u003c`)})
  await image.decode().catch(() => {})
  const scale = Math.min(1, 1000 / image.naturalWidth, 1000 / image.naturalHeight)
  context.canvas.width = image.naturalWidth * scale
  context.canvas.height = image.naturalHeight * scale
  const draw = () => {
    context.drawImage(image, 0, 0, context.canvas.width, context.canvas.height)
    context.getImageData(0, 0, 1, 1)
  }
  try { draw() } catch {}
  const first = performance.now() - began
  setTimeout(() => {
    const again = performance.now()
    try { draw() } catch {}
    console.log('drawn', first + performance.now() - again)
  }, 50)
})
</script>`
