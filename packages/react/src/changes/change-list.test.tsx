import { toPath } from '@parley/browser/files'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ChangeList } from './change-list.tsx'
import { ChangedPath } from './change-view.tsx'

test('a file that is named to look like another one is not taken for it in a review', () => {
  const [real, fake] = [toPath('/src/App.tsx'), toPath('/src/App\u200b.tsx')]
  const changes = [real, fake].map((path) => ({ path, kind: '' }))
  const list = renderToStaticMarkup(<ChangeList changes={changes} shown={real} onChoose={() => undefined} />)
  expect(list.match(/U\+200B/g)).toHaveLength(1)
  expect(renderToStaticMarkup(<ChangedPath path={fake} />)).toContain('U+200B')
  expect(renderToStaticMarkup(<ChangedPath path={real} />)).not.toContain('U+')
})
