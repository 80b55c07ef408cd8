// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { SideProvider } from '../../studio/side/side-place.ts'
import { placeToDraw } from '../../testing/place-to-draw.ts'
import SaidWords from './said-words.tsx'

const drawn = placeToDraw()

it.each([
  ['Sum /sales.csv, and /src/App.tsx.', ['/sales.csv', '/src/App.tsx']],
  ['看看 /销售.csv。', ['/销售.csv']],
  ['`/my report.csv` (/a.md)', ['/my report.csv', '/a.md']],
  ['and/or.md //x.md / /nothing https://host/a.md', []],
])('the names of files in %j lead to %j, and no letter is lost', async (text, paths) => {
  drawn.root.render(
    <SideProvider value={() => {}}>
      <SaidWords text={text} />
    </SideProvider>,
  )
  await vi.waitFor(() => expect(drawn.place.textContent).toBe(text))
  expect([...drawn.place.querySelectorAll<HTMLElement>('[data-path]')].map(({ dataset }) => dataset['path'])).toEqual(paths)
})
