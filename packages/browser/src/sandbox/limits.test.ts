import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DEFAULT_LIMITS, HARDEST_LIMITS, resolveLimits } from './limits.ts'

test('ten seconds unless somebody asks for something else', () => {
  expect(resolveLimits()).toEqual(DEFAULT_LIMITS)
  expect(DEFAULT_LIMITS.timeoutMs).toBe(10_000)
  expect(resolveLimits({ timeoutMs: 30_000 }).timeoutMs).toBe(30_000)
})

test('no wish leads beyond the hardest limits', () => {
  fc.assert(
    fc.property(fc.double(), (timeoutMs) => {
      const limits = resolveLimits({ timeoutMs })
      expect(limits.timeoutMs).toBeGreaterThanOrEqual(1)
      expect(limits.timeoutMs).toBeLessThanOrEqual(HARDEST_LIMITS.timeoutMs)
    }),
  )
})
