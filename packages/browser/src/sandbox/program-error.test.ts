import { expect, test } from 'vitest'
import { prepareProgram, type ReadyProgram } from './program/prepare-program.ts'
import { toProgramError } from './program-error.ts'

const code = 'const a = 1\na.b.c'
// Invariant: this program can be read.
const ready = prepareProgram({ code, session: false }) as ReadyProgram

test('the first own line of the stack is the place, counted in the code as it was written', () => {
  const column = (ready.text.split('\n')[1] ?? '').indexOf('.c') + 2
  const stack = `TypeError: x\n    at harness (sandbox.html:9:9)\n    at eval (program.js:2:${column})`
  expect(toProgramError({ name: 'TypeError', message: 'x', stack }, ready, code)).toMatchObject({ line: 2, column: 5 })
})

test.each(['', 'program.js:99999:1', 'program.js:1:9999999', 'program.js:-1:x', 'other.js:1:1'])(
  'a stack that says %j gives no place',
  (stack) => {
    expect(toProgramError({ name: 'E', message: 'm', stack }, ready, code)).toEqual({ name: 'E', message: 'm' })
  },
)

test('long words are cut', () => {
  const error = toProgramError({ name: 'n'.repeat(1e6), message: 'm'.repeat(1e6), stack: 's'.repeat(1e6) }, ready, code)
  expect(error.name.length + error.message.length).toBeLessThan(11_000)
})
