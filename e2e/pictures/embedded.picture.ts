import { join } from 'node:path'
import { expect, test } from '../embedding/embedded-test.ts'

const images = join(import.meta.dirname, '..', '..', 'docs', 'images')

test.use({ viewport: { width: 900, height: 620 } })

for (const host of ['shadcn', 'bare', 'tailwind'] as const) {
  test(`a card in a page of its own style: ${host}`, async ({ open }) => {
    const app = await open(host)
    await app.ask('Call the tool add_note with {"text": "milk"}')
    await expect(app.card()).toHaveAttribute('data-stage', 'awaiting')
    await app.page.screenshot({ path: join(images, `embedded-${host}.png`), animations: 'disabled', fullPage: true })
  })
}
