const TWO = (number: number): string => String(number).padStart(2, '0')

/** What `strftime` writes of a moment, for a template that asks which day it is. */
export function daySigns(moment: Date): (sign: string) => string | undefined {
  const named = (options: Intl.DateTimeFormatOptions): string => moment.toLocaleDateString('en-US', options)
  const signs: Readonly<Record<string, string>> = {
    Y: String(moment.getFullYear()),
    m: TWO(moment.getMonth() + 1),
    d: TWO(moment.getDate()),
    b: named({ month: 'short' }),
    B: named({ month: 'long' }),
    a: named({ weekday: 'short' }),
    A: named({ weekday: 'long' }),
    H: TWO(moment.getHours()),
    M: TWO(moment.getMinutes()),
    S: TWO(moment.getSeconds()),
  }
  return (sign) => signs[sign]
}
