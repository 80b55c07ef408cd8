/** Whether there is time for everything: `npm run test:long`. */
export const isLong = process.env['PARLEY_LONG_TESTS'] === '1'
