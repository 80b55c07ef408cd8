interface Place {
  readonly x: number
  readonly y: number
}

/** How a drawing lies in its picture: as large as fits, and in the middle. */
function fitOf(image: HTMLImageElement) {
  const box = image.getBoundingClientRect()
  const scale = Math.min(box.width / (image.naturalWidth || 1), box.height / (image.naturalHeight || 1)) || 1
  return {
    scale,
    left: box.left + (box.width - image.naturalWidth * scale) / 2,
    top: box.top + (box.height - image.naturalHeight * scale) / 2,
  }
}

/** A place of the window in pixels of the drawing. */
export function inDrawing(image: HTMLImageElement, clientX: number, clientY: number): Place {
  const { scale, left, top } = fitOf(image)
  return { x: (clientX - left) / scale, y: (clientY - top) / scale }
}

/** A place of the drawing in the window. */
export function inPage(image: HTMLImageElement, { x, y }: Place): Place {
  const { scale, left, top } = fitOf(image)
  return { x: left + x * scale, y: top + y * scale }
}
