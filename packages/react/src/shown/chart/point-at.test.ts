import type { ChartPoints } from '@parley/browser/sandbox'
import { describe, expect, it } from 'vitest'
import { alongPoints, columnFacts, markOf, pointAt, spokenOf } from './point-at.ts'

/** Two lines of three points, one above the other. */
const LINES: ChartPoints = {
  columns: ['day', 'amount', 'town'],
  rows: [
    [1, 0.1 + 0.2, 'Bern'],
    [2, 5, 'Bern'],
    [3, 9, 'Bern'],
    [1, 7, 'Aarau'],
    [2, null, 'Aarau'],
  ],
  places: [
    [10, 90, 10, 90],
    [110, 50, 110, 50],
    [210, 10, 210, 10],
    [10, 20, 10, 20],
    [110, 20, 110, 20],
  ],
}

/** Bars that lie, long and short. */
const BARS: ChartPoints = {
  columns: ['v'],
  rows: [[9], [2]],
  places: [
    [0, 0, 300, 20],
    [0, 30, 60, 50],
  ],
}

describe('pointAt', () => {
  it('means what is nearest, rather above or below than beside', () => {
    expect(pointAt(LINES, { x: 112, y: 90 })).toBe(1)
    expect(pointAt(LINES, { x: 12, y: 70 })).toBe(0)
    expect(pointAt(LINES, { x: 12, y: 30 })).toBe(3)
  })

  it('means the bar that the pointer is in, however far away its end is', () => {
    expect(pointAt(BARS, { x: 20, y: 10 })).toBe(0)
    expect(pointAt(BARS, { x: 20, y: 40 })).toBe(1)
    expect(markOf(BARS, 0)).toEqual({ x: 300, y: 10 })
  })

  it('means nothing where nothing is near', () => {
    expect(pointAt(LINES, { x: 500, y: 20 })).toBeUndefined()
    expect(pointAt({ columns: ['a'], rows: [], places: [] }, { x: 0, y: 0 })).toBeUndefined()
  })
})

describe('a chart in words', () => {
  it('is walked along from left to right, and from above', () => {
    expect(alongPoints(LINES)).toEqual([3, 0, 4, 1, 2])
  })

  it('says the values of a point by their names, and leaves out what is not there', () => {
    expect(spokenOf(LINES, 0)).toBe('day: 1, amount: 0.3, town: Bern')
    expect(spokenOf(LINES, 4)).toBe('day: 2, town: Aarau')
  })

  it('says how far its numbers go and which names there are', () => {
    expect(columnFacts(LINES)).toEqual([
      { kind: 'range', name: 'day', from: '1', to: '3' },
      { kind: 'range', name: 'amount', from: '0.3', to: '9' },
      { kind: 'names', name: 'town', names: 'Bern, Aarau' },
    ])
  })
})
