/** Whether there is time for everything: `npm run test:long`. */
export const isLong = process.env['PARLEY_LONG_TESTS'] === '1'

/** Of several looks at one screen `npm test` takes the second, which is narrow, dark and not in English; `npm run test:long` takes all. */
export const looks = <Look>(all: readonly Look[]): readonly Look[] => (isLong ? all : all.slice(1, 2))

/** What `npm test` leaves to `npm run test:long`: another way to what a story of `npm test` shows already. */
export const LONG = { tag: '@long' }
