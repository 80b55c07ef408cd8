import { expect, test } from '../embedding/embedded-test.ts'
import { takePicture } from './take-picture.ts'

test.use({ viewport: { width: 900, height: 620 } })

for (const host of ['shadcn', 'bare', 'tailwind'] as const) {
  test(`a card in a page of its own style: ${host}`, async ({ open }) => {
    const app = await open(host)
    await app.ask('Call the tool add_note with {"text": "milk"}')
    await expect(app.card()).toHaveAttribute('data-stage', 'awaiting')
    await takePicture(app.page, `embedded-${host}`, { fullPage: true })
  })
}
