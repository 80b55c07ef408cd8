import { expect, test } from 'vitest'
import { numbersSurvive } from './numbers-survive.ts'

test.each(['9007199254740993', '-9007199254740993', '1152921504606846976', '1e999', `1${'0'.repeat(500)}`])(
  '%s would be another number when it is written again',
  (number) => {
    expect(numbersSurvive(`{"a":[1,${number}]}`)).toBe(false)
    expect(numbersSurvive(`{"a":"${number}"}`)).toBe(true)
  },
)

test.each(['9007199254740991', '9007199254740994', '0.1', '1e21', '-1.5e-7', '12345678901234.5678', '100'])(
  '%s stays the number it is',
  (number) => expect(numbersSurvive(`[${number}]`)).toBe(true),
)
