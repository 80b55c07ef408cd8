import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '@playwright/test'

const folder = join(import.meta.dirname, '..', '..', 'apps', 'studio', 'public')

/** Where a system cuts its own shape out of an icon, all of it is ours, and the mark keeps away from the edge. */
const ICONS = [
  { name: 'icon-192', size: 192, mark: 1, ground: 'transparent' },
  { name: 'icon-512', size: 512, mark: 1, ground: 'transparent' },
  { name: 'icon-maskable-512', size: 512, mark: 0.8, ground: '#0f6659' },
]

for (const { name, size, mark, ground } of ICONS) {
  test(`${name}.png is our mark`, async ({ page }) => {
    const svg = readFileSync(join(folder, 'icon.svg'), 'utf8')
    await page.setViewportSize({ width: size, height: size })
    await page.setContent(
      `<style>body{margin:0;display:grid;place-items:center;height:100vh;background:${ground}}svg{width:${mark * 100}%}</style>${svg}`,
    )
    await page.screenshot({ path: join(folder, `${name}.png`), omitBackground: true })
  })
}
