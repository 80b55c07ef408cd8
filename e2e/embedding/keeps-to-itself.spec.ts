import type { Locator } from '@playwright/test'
import { expect, test } from './embedded-test.ts'

/** How far the letters of an element stand out from what is behind them, as WCAG counts it. */
const contrastOf = (element: Locator): Promise<number> =>
  element.evaluate((node) => {
    const pixel = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
    const lightOf = (colour: string): readonly [number, number] => {
      if (!pixel) throw new Error('no canvas')
      pixel.clearRect(0, 0, 1, 1)
      pixel.fillStyle = colour
      pixel.fillRect(0, 0, 1, 1)
      const [red = 0, green = 0, blue = 0, alpha = 0] = pixel.getImageData(0, 0, 1, 1).data
      const [r = 0, g = 0, b = 0] = [red, green, blue].map((value) => {
        const part = value / 255
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
      })
      return [0.2126 * r + 0.7152 * g + 0.0722 * b, alpha]
    }
    let behind: Element | null = node
    while (behind && lightOf(getComputedStyle(behind).backgroundColor)[1] < 255) behind = behind.parentElement
    const [back] = behind ? lightOf(getComputedStyle(behind).backgroundColor) : [1]
    const [front] = lightOf(getComputedStyle(node).color)
    return (Math.max(front, back) + 0.05) / (Math.min(front, back) + 0.05)
  })

/** What the browser itself gives to these elements, taken from a page without any style. */
const LOOKS = ['borderTopWidth', 'borderTopStyle', 'paddingLeft', 'marginTop', 'fontSize', 'fontWeight', 'listStyleType'] as const

const looksOf = (place: Locator) =>
  place.evaluate(
    (form, names) =>
      [...form.querySelectorAll('h1, ul, input, select, button')].map((element) => {
        const style = getComputedStyle(element)
        return [element.tagName, ...names.map((name) => style[name])].join(' ')
      }),
    LOOKS,
  )

const CARD_LOOKS = [
  'fontSize',
  'fontFamily',
  'textTransform',
  'paddingLeft',
  'borderTopWidth',
  'borderRadius',
  'display',
  'boxShadow',
] as const

/** Everything of a card that a page's own style could spoil. */
const looksOfCard = (card: Locator) =>
  card.evaluate(
    (root, names) =>
      [root, ...root.querySelectorAll('button, h3, p, code, span, svg')].map((element) => {
        const style = getComputedStyle(element)
        return [element.tagName, ...names.map((name) => style[name])].join(' ')
      }),
    CARD_LOOKS,
  )

for (const host of ['shadcn', 'bare', 'tailwind'] as const) {
  test(`${host}: every button of a card can be read, and so can those of the page`, async ({ open }) => {
    const app = await open(host)
    await app.ask('Call the tool add_note with {"text": "milk"}')
    await expect(app.card()).toHaveAttribute('data-stage', 'awaiting')
    const buttons = await app.card().getByRole('button').all()
    expect(buttons.length).toBeGreaterThan(2)
    for (const button of buttons) expect(await contrastOf(button), await button.innerText()).toBeGreaterThan(4.5)
    expect(await contrastOf(app.card().getByText('Write the note “milk”').last())).toBeGreaterThan(4.5)
    expect(await contrastOf(app.page.getByRole('button', { name: 'Accent' }))).toBeGreaterThan(4.5)
    const primary = host === 'tailwind' ? 'rgb(99, 199, 178)' : 'rgb(15, 102, 89)'
    await expect(app.card().locator('[data-action="primary"]')).toHaveCSS('background-color', primary)
    await expect(app.card()).toHaveCSS('border-top-width', '1px')
    await app.press(/^Allow…/)
    for (const choice of await app.page.getByRole('menuitem').all()) expect(await contrastOf(choice)).toBeGreaterThan(4.5)
    await expect(app.page.getByRole('menu')).toHaveCSS('border-top-width', '1px')
  })

  test(`${host}: the page looks as it did without us, and the card as it does without the page`, async ({ open }) => {
    const app = await open(host)
    const ours = app.page.locator('link[href="/parley.css"]')
    const theirs = app.page.locator(`link[href="/${host}.css"]`)
    const page = app.page.getByTestId('host')
    await app.ask('Call the tool add_note with {"text": "milk"}')
    await expect(app.card()).toHaveAttribute('data-stage', 'awaiting')
    const both = { page: await looksOf(page), card: await looksOfCard(app.card()) }
    await theirs.evaluate((link: HTMLLinkElement) => (link.disabled = true))
    await expect.poll(() => looksOfCard(app.card())).toEqual(both.card)
    await theirs.evaluate((link: HTMLLinkElement) => (link.disabled = false))
    await ours.evaluate((link: HTMLLinkElement) => (link.disabled = true))
    // A style that is switched on again is fetched again.
    await expect.poll(() => looksOf(page)).toEqual(both.page)
  })

  test(`${host}: a form of the page on a card is drawn by the page`, async ({ open }) => {
    const app = await open(host)
    await app.ask('Call the tool pick_colour with {"question": "the door"}')
    await expect(app.card()).toHaveAttribute('data-stage', 'asking')
    const form = app.page.getByRole('group', { name: 'Colour', exact: true })
    const onTheCard = await looksOf(form)
    await form.evaluate((element) => document.querySelector('main')?.append(element))
    expect(await looksOf(form)).toEqual(onTheCard)
  })
}
