import type { Locator } from '@playwright/test'

/**
 * As a person drops them from a window of the system: real files and folders, told to the page by the browser. A page says with
 * its answer to one move whether it takes what comes next, and no hand drops without moving twice.
 */
export async function drop(place: Locator, paths: readonly string[], at = { x: 200, y: 300 }): Promise<void> {
  const box = await place.boundingBox()
  const page = place.page()
  const session = await page.context().newCDPSession(page)
  const data = { items: [], files: [...paths], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x: (box?.x ?? 0) + at.x, y: (box?.y ?? 0) + at.y, data })
  await session.detach()
}
