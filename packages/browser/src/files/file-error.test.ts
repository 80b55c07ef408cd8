import { expect, test } from 'vitest'
import { isOutOfRoom } from './file-error.ts'

test.each<[unknown, boolean]>([
  [new DOMException('Encountered full disk while committing transaction.', 'QuotaExceededError'), true],
  [new DOMException('Internal error: no space left on device', 'UnknownError'), true],
  [new DOMException('Encountered full disk while opening backing store.', 'UnknownError'), true],
  [new DOMException('The transaction was aborted.', 'AbortError'), false],
  [new DOMException('Internal error retrieving data', 'UnknownError'), false],
  [new Error('the disk is full of joy'), false],
  ['QuotaExceededError', false],
])('%s is a lack of room: %j', (error, expected) => {
  expect(isOutOfRoom(error)).toBe(expected)
})
