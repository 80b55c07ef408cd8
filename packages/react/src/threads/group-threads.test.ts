import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Grouped, groupThreads } from './group-threads.ts'

const now = new Date(2026, 2, 10, 15, 0)
const at = (...[year, month, day, hour = 12, minute = 0]: [number, number, number, number?, number?]) => ({
  updatedAt: new Date(year, month, day, hour, minute).getTime(),
})

const kinds = (threads: readonly Grouped[]) =>
  groupThreads(threads, now).map((group) => [group.name ?? group.kind, group.threads.length])

describe('the groups of the list', () => {
  it('follow the days of the calendar, not spans of 24 hours', () => {
    const threads = [
      at(2026, 2, 10, 0, 0),
      at(2026, 2, 9, 23, 59),
      at(2026, 2, 9, 0, 0),
      at(2026, 2, 8),
      at(2026, 2, 3, 0, 0),
      at(2026, 2, 2, 23, 59),
      at(2026, 1, 8),
      at(2026, 1, 7),
      at(2026, 1, 1),
      at(2025, 1, 20),
    ]
    expect(kinds(threads)).toEqual([
      ['today', 1],
      ['yesterday', 2],
      ['week', 2],
      ['month', 2],
      ['older', 2],
      ['older', 1],
    ])
  })

  it('put a clock that was ahead into today', () => {
    expect(kinds([at(2027, 0, 1)])).toEqual([['today', 1]])
  })

  it('put pinned ones first, then folders by name, and the archive last, whatever else holds', () => {
    expect(
      kinds([
        { ...at(2026, 2, 10), archived: true, pinned: true, folder: 'Work' },
        { ...at(2026, 2, 10), folder: 'Work' },
        { ...at(2026, 2, 10), folder: 'Home' },
        { ...at(2020, 2, 10), pinned: true, folder: 'Home' },
        at(2026, 2, 10),
      ]),
    ).toEqual([
      ['pinned', 1],
      ['Home', 1],
      ['Work', 1],
      ['today', 1],
      ['archive', 1],
    ])
  })

  it('lose nobody, show nobody twice and keep the order within a group', () => {
    const thread = fc.record(
      {
        updatedAt: fc.integer({ min: 0, max: now.getTime() + 1e9 }),
        pinned: fc.constant(true as const),
        archived: fc.constant(true as const),
        folder: fc.constantFrom('a', 'b', 'pinned', ''),
      },
      { requiredKeys: ['updatedAt'] },
    )
    fc.assert(
      fc.property(fc.array(thread), (threads) => {
        const groups = groupThreads(threads, now)
        const shown = groups.flatMap((group) => group.threads)
        expect(new Set(shown)).toEqual(new Set(threads))
        expect(shown).toHaveLength(threads.length)
        for (const group of groups) {
          const places = group.threads.map((one) => threads.indexOf(one))
          expect(places).toEqual(places.toSorted((left, right) => left - right))
        }
        expect(new Set(groups.map(({ key }) => key)).size).toBe(groups.length)
      }),
    )
  })
})
