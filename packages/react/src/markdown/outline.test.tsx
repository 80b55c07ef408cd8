// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { placeToDraw } from '../testing/place-to-draw.ts'
import { AnswerText } from './answer-text.tsx'

const drawn = placeToDraw()

/** Who speaks is a heading of the second level; what is said stands below it. */
const levels = async (text: string, headings: number) => {
  drawn.root.render(<AnswerText text={text} open={false} />)
  const all = () => [...drawn.place.querySelectorAll('h1, h2, h3, h4, h5, h6')]
  await expect.poll(() => all().length).toBe(headings)
  return all().map((heading) => `${heading.textContent} ${heading.getAttribute('aria-level')}`)
}

it('headings of an answer leave out no step, whatever the model began with, also over blocks that are drawn apart', async () => {
  expect(await levels('# a\n\nwords\n\n## b\n\nwords\n\n#### c\n\nwords\n\n## d', 4)).toEqual(['a 3', 'b 4', 'c 5', 'd 4'])
  expect(await levels('### a\n\nwords\n\n## b\n\nwords\n\n### c', 3)).toEqual(['a 3', 'b 3', 'c 4'])
})

it('what looks like a heading inside code is none, and the outline ends at six', async () => {
  expect(await levels('# a\n\n```sh\n## no\n\n### no\n```\n\n#### b', 2)).toEqual(['a 3', 'b 4'])
  const all = [1, 2, 3, 4, 5, 6].map((depth) => `${'#'.repeat(depth)} h`).join('\n\n')
  expect(await levels(all, 6)).toEqual(['h 3', 'h 4', 'h 5', 'h 6', 'h 6', 'h 6'])
})
