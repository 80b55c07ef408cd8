import 'fake-indexeddb/auto'
import { expect, it } from 'vitest'
import type { By } from './file-system.ts'
import { openIndexedDbFiles } from './indexeddb-files.ts'
import { toPath } from './path.ts'

const user: By = { actor: 'user' }

it('reads large contents and what is no file at once with a small one', async () => {
  const large = 'much '.repeat(10_000)
  const first = await openIndexedDbFiles({ name: 'first-read' })
  await first.writeMany(
    [
      { path: toPath('/folder/large'), data: large },
      { path: toPath('/folder/small'), data: 'little' },
    ],
    user,
  )
  first.close()
  const second = await openIndexedDbFiles({ name: 'first-read' })
  const read = await second.readMany(['/folder/large', '/folder', '/folder/small', '/none'].map(toPath), user)
  expect(read.map((file) => file?.data)).toEqual([large, undefined, 'little', undefined])
  second.close()
})
