const UNITS = ['B', 'kB', 'MB', 'GB']

/** `1536` → `1.5 kB`, in German `1,5 kB`. */
export function formatSize(bytes: number, tag = 'en'): string {
  let value = bytes
  let unit = 0
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000
    unit += 1
  }
  const digits = unit === 0 || value >= 100 ? 0 : 1
  const figure = { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false }
  return `${value.toLocaleString(tag, figure)} ${UNITS[unit] ?? 'B'}`
}
