import { type Listeners, startListeners } from '../harness/listeners.ts'
import { test } from '../stories/support/scripted-studio.ts'
import { openSide } from '../stories/support/side.ts'
import { answers, approveNext, ask, call, expect } from '../stories/support/studio.ts'
import { pdfOf } from './pdf-of.ts'

const svg = (inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="40" height="40">${inside}</svg>`

/** Every way known to make a drawing fetch, run or link something. */
const drawings = (to: string): readonly string[] => [
  svg(`<image href="${to}/image"/><image xlink:href="${to}/xlink"/><feImage href="${to}/fe"/><use href="${to}/use#a"/>`),
  svg(
    `<style>@import url(${to}/import); @font-face{font-family:a;src:url(${to}/font)} text{font-family:a}</style><text y="20">a</text>`,
  ),
  svg(
    `<rect width="40" height="40" fill="url(${to}/fill#a)" mask="url(${to}/mask#a)" style="background:url(${to}/style);cursor:url(${to}/cursor),auto"/>`,
  ),
  svg(
    `<script>fetch('${to}/script');new Image().src='${to}/image2'</script><script href="${to}/src"/><g onload="fetch('${to}/onload')"/>`,
  ),
  svg(
    `<foreignObject width="40" height="40"><div xmlns="http://www.w3.org/1999/xhtml"><img src="${to}/img"/><iframe src="${to}/frame"/><link rel="stylesheet" href="${to}/link"/><video src="${to}/video" poster="${to}/poster"/><object data="${to}/object"/><meta http-equiv="refresh" content="0;url=${to}/refresh"/></div></foreignObject>`,
  ),
  svg(
    `<a href="${to}/a"><rect width="40" height="40"/></a><set attributeName="href" to="${to}/set"/><animate attributeName="href" values="${to}/animate"/><handler xmlns="http://www.w3.org/2001/xml-events" type="load">fetch('${to}/handler')</handler>`,
  ),
  `<?xml-stylesheet href="${to}/sheet"?><!DOCTYPE svg SYSTEM "${to}/dtd">${svg('<rect/>')}`,
]

const levels = Array.from({ length: 12 }, (_, level) =>
  level === 0
    ? '<g id="l0"><rect width="1" height="1"/></g>'
    : `<g id="l${level}">${`<use href="#l${level - 1}"/>`.repeat(10)}</g>`,
).join('')

const program = (to: string) => `
for (const drawing of ${JSON.stringify(drawings(to))}) await show(drawing.startsWith('<svg') ? drawing : new Blob([drawing], { type: 'image/svg+xml' }))
show(${JSON.stringify(svg(levels))}, { title: 'A bomb' })
const host = document.createElement('div')
host.innerHTML = '<img src="${to}/html"><b style="background:url(${to}/css)">words</b>'
show(host)
show('![](${to}/markdown) <img src="${to}/raw"> [x](${to}/link)')
const chart = (more) => show({ mark: 'bar', data: { values: [{ a: 1 }] }, encoding: { x: { field: 'a' } }, ...more }).catch((error) => console.log(error.message))
await chart({ data: { url: '${to}/data' } })
await chart({ mark: { type: 'image', url: '${to}/mark' }, encoding: { x: { field: 'a' }, url: { value: '${to}/mark2' } } })
await chart({ transform: [{ calculate: 'fetch("${to}/expr")', as: 'b' }] })
await chart({ usermeta: { embedOptions: { loader: '${to}' } }, config: { background: 'url(${to}/config)' }, encoding: { x: { field: 'a' }, href: { value: '${to}/href' } } })
show(Plot.plot({ marks: [Plot.image([{ x: 1, y: 1, src: '${to}/plot' }], { x: 'x', y: 'y', src: 'src' })] }))
`

const diagrams = (to: string): readonly string[] => [
  `flowchart LR\n  A["<img src='${to}/mermaid-img'>"] --> B\n  click A "${to}/click"\n  style A fill:url(${to}/mermaid-fill)`,
  `%%{init: {"securityLevel": "loose", "themeCSS": "@import url(${to}/theme); * { background: url(${to}/css2) }", "fontFamily": "a;src:url(${to}/font2)"}}%%\nflowchart LR\n  A --> B`,
  `sequenceDiagram\n  participant A as <script>fetch('${to}/participant')</script>\n  A->>A: ![x](${to}/md)\n  links A: {"x": "${to}/links"}`,
  `flowchart LR\n  A@{ img: "${to}/shape", label: "x" } --> B`,
]

/** Each of them held the page for seconds, or for good. */
const BOMBS = [
  `${'>'.repeat(10_000)} x`,
  `${'- '.repeat(2_000)}x`,
  Array.from({ length: 300 }, (_, level) => `${' '.repeat(level * 2)}- x`).join('\n'),
  '**x*'.repeat(20_000),
  '~~x'.repeat(20_000),
  '[x]('.repeat(20_000),
  ']('.repeat(20_000),
  '- > x\n'.repeat(5_000),
  // Ended the tab.
  `\\(${'\\frac{1}{'.repeat(350)}x${'}'.repeat(350)}\\)`,
]

const fence = '```'
const answer = (to: string) =>
  `${BOMBS.map((bomb) => `Look:\n\n${bomb}`).join('\n\n')}

Now:

${diagrams(to)
  .map((diagram) => `${fence}mermaid\n${diagram}\n${fence}`)
  .join('\n\n')}

\\(\\href{${to}/katex}{x}\\) \\(\\includegraphics{${to}/graphics}\\) \\(\\htmlStyle{background:url(${to}/katex-style)}{x}\\)

![picture](${to}/picture) <img src="${to}/html-image"> <iframe src="${to}/html-frame"></iframe>

| a <img src="${to}/cell"> |
|---|
| ![x](${to}/cell2) |

Look at \`/trap.pdf\`.`

/** The longest time in which the page did not draw. */
const STALL = `(() => { window.stall = 0; let last = performance.now(); const look = () => { const now = performance.now(); window.stall = Math.max(window.stall, now - last); last = now; requestAnimationFrame(look) }; requestAnimationFrame(look) })()`

let listeners: Listeners
test.beforeAll(async () => {
  listeners = await startListeners()
})
test.afterAll(async () => await listeners.close())

test('charts, drawings, diagrams, formulas and PDF files reach nobody, run nothing in the page and hold it up for nothing', async ({
  page,
  begin,
}) => {
  const to = `http://${listeners.host}`
  const alerts: string[] = []
  page.on('dialog', async (dialog) => {
    alerts.push(dialog.message())
    await dialog.dismiss()
  })
  await page.setViewportSize({ width: 1360, height: 1000 })
  await begin((_, turn) => ({ text: turn === 1 ? call('browser_js_eval', { code: program(to) }) : answer(to) }))
  await openSide(page, 'files')
  const trap = pdfOf('A trap', [
    `/OpenAction<</S/JavaScript/JS(app.launchURL("${to}/pdf-js"))>>/AA<</O<</S/URI/URI(${to}/pdf-uri)>>>>`,
    `/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 400 200]/A<</S/URI/URI(${to}/pdf-link)>>>>]/AA<</O<</S/Launch/F(${to}/pdf-launch)>>>>`,
  ])
  await page.getByTestId('upload').setInputFiles({ name: 'trap.pdf', mimeType: 'application/pdf', buffer: Buffer.from(trap) })
  await ask(page, 'Try')
  await page.evaluate(STALL)
  await approveNext(page)
  const shown = page.getByTestId('shown')
  await expect(shown.filter({ hasText: 'A bomb' })).toContainText('would hold up the page', { timeout: 30_000 })
  const last = answers(page).last()
  const drawn = last
    .getByRole('img', { name: 'Diagram' })
    .or(last.getByText(/This diagram cannot be drawn|This picture cannot|This drawing is not shown/))
  await expect(drawn).toHaveCount(4, { timeout: 60_000 })
  await last.locator('[data-path="/trap.pdf"]').click()
  const inside = page.frameLocator('iframe[title="The page /trap.pdf"]')
  await expect(inside.getByRole('img', { name: /A trap/ })).toBeVisible({ timeout: 30_000 })
  await inside.getByRole('img', { name: /A trap/ }).click()

  for (const picture of await page.locator('[data-testid=shown] img, [data-testid=answer-text] img').all())
    await expect(picture).toHaveAttribute('src', /^blob:/)
  expect(
    await page.locator('[data-testid=shown] iframe, [data-testid=answer-text] iframe, [data-testid=shown] script').count(),
  ).toBe(0)
  expect(listeners.arrivals).toEqual([])
  expect(alerts).toEqual([])
  expect(await page.evaluate(() => (window as unknown as { stall: number }).stall)).toBeLessThan(1500)
})

/** Each is drawn for seconds, or for hours, and no two of them by the same means. Written as a program, which is shorter than what it makes. */
const HEAVY: Readonly<Record<string, string>> = {
  escapes:
    "many(12, (at) => `<g id='l${at}'>${at === 0 ? '<rect width=\"1\" height=\"1\"/>' : `<use href='#%6c${at - 1}'/>`.repeat(10)}</g>`)",
  masks:
    "`<style>${many(8, (at) => `.m${at}{mask:url(#k${at})}`)}</style>${many(8, (at) => `<mask id='k${at}'>${at === 0 ? paper('fill=\"white\"') : paper(`fill='white' class='m${at - 1}'`).repeat(10)}</mask>`)}${paper('class=\"m7\"')}`",
  markers:
    "`<marker id='m'>${'<circle r=\"9\"/>'.repeat(500)}</marker><path marker-mid='url(#m)' d='M0 0${'l1 1l-1 1'.repeat(20000)}'/>`",
  filters: "paper(`style='filter:${'blur(20px) '.repeat(2000)}'`)",
  lines: "`<path fill-rule='evenodd' stroke='red' stroke-width='20' d='M0 0${'L400 3L0 399'.repeat(40000)}'/>`",
  columns:
    "`<foreignObject width='400' height='400'><div xmlns='http://www.w3.org/1999/xhtml' style='columns:1000 1px;height:99999px'>${'<div style=\"columns:100;break-inside:avoid\">'.repeat(20)}${'a '.repeat(9000)}${'</div>'.repeat(20)}</div></foreignObject>`",
  selectors:
    '`<style>${many(3000, (at) => `g g rect:nth-last-child(${at + 2}n of :not(.a${at})){fill:red}`)}</style><g><g>${\'<rect width="9" height="9"/>\'.repeat(9000)}</g></g>`',
  attributes: "`<g ${many(60000, (at) => ` a${at}='1'`)}/>`",
}
const MAKES = `const many = (length, one) => Array.from({ length }, (_, at) => one(at)).join('')
const paper = (more) => \`<rect width='400' height='400' \${more}/>\`
const drawing = (inside) => \`<svg xmlns='http://www.w3.org/2000/svg' width='400' height='400'>\${inside}</svg>\``

test('drawings that are drawn for hours are told from others, and hold up nothing, on a card and among the files', async ({
  page,
  begin,
}) => {
  test.setTimeout(240_000)
  const shows = Object.entries(HEAVY).map(([title, inside]) => `show(drawing(${inside}), { title: '${title}' })`)
  const dot = svg('<circle r="9" fill="teal"/>')
  const code = `${MAKES}\n${shows.join('\n')}\nshow('${dot}', { title: 'A dot' })\nshow(Plot.dot([[1, 2], [3, 4]]).plot(), { title: 'A plot' })`
  const bomb = svg(`<rect width="400" height="400" style="filter:${'blur(20px) '.repeat(2000)}"/>`).replaceAll('"40"', '"400"')
  await page.setViewportSize({ width: 1360, height: 1000 })
  await begin((_, turn) => ({ text: turn === 1 ? call('browser_js_eval', { code }) : 'Look at `/bomb.svg`.' }))
  await openSide(page, 'files')
  await page.getByTestId('upload').setInputFiles({ name: 'bomb.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(bomb) })
  await ask(page, 'Try')
  await page.evaluate(STALL)
  await approveNext(page)
  const shown = page.getByTestId('shown')
  for (const title of Object.keys(HEAVY))
    await expect(shown.filter({ hasText: title }), title).toContainText('would hold up the page', { timeout: 60_000 })
  await shown.filter({ hasText: 'filters' }).getByRole('button', { name: 'Download: filters' }).click()
  await page.getByRole('menuitem', { name: /PNG/ }).click()
  await expect(shown.filter({ hasText: 'filters' }).getByRole('status').filter({ hasText: /\w/ })).toBeVisible()
  for (const title of ['A dot', 'A plot'])
    await expect(shown.filter({ hasText: title }).getByRole('img', { name: title })).toBeVisible({ timeout: 30_000 })
  await answers(page).last().locator('[data-path="/bomb.svg"]').click()
  await expect(page.getByTestId('preview')).toContainText('would hold up the page', { timeout: 30_000 })
  expect(await page.evaluate(() => (window as unknown as { stall: number }).stall)).toBeLessThan(1500)
})

test('an answer of twenty thousand paragraphs is drawn while the page goes on', async ({ page, begin }) => {
  await begin(() => ({ text: `${'a **b**\n\n'.repeat(20_000)}The end.` }))
  await page.evaluate(STALL)
  await ask(page, 'Try')
  await expect(answers(page).last()).toContainText('The end.', { timeout: 60_000 })
  const bold = () => page.evaluate(() => document.querySelectorAll('[data-testid=answer-text] strong').length)
  await expect.poll(bold, { timeout: 60_000 }).toBeGreaterThan(5_000)
  expect(await page.evaluate(() => (window as unknown as { stall: number }).stall)).toBeLessThan(1500)
})
