import type { Translated } from '../bind.ts'
import type { englishTraffic } from '../english/traffic.ts'

/** Words of the page of usage, and of the gateway's traffic. */
export const germanTraffic: Translated<typeof englishTraffic> = {
  usage: {
    hint: 'Was jeder Client von jedem Modell hatte. Ein Client heißt wie sein Token, sonst wie das Programm. Tage sind die von UTC.',
    span: 'Zeigen',
    days: 'die letzten {count} Tage',
    none: 'In dieser Zeit wurde kein Modell gefragt. Sobald jemand fragt, hier oder durch das Gateway, wird gezählt.',
    unreachable: 'Der Server sagt nicht, was verbraucht wurde. Prüfen Sie, ob er läuft, und öffnen Sie diese Seite noch einmal.',
    total: '{answers} Antworten, {input} Tokens gelesen, {output} Tokens geschrieben',
    bars: 'Tokens an jedem der letzten {count} Tage',
    table: 'Verbrauch nach Client und Modell',
    client: 'Client',
    model: 'Modell',
    answers: 'Antworten',
    input: 'Gelesen',
    cached: 'davon aus dem Cache',
    output: 'Geschrieben',
    time: 'Zeit',
    seconds: '{seconds} s',
    others: 'Alle anderen',
    estimated: '≈ Bei {count} {count|Antwort|Antworten} hat niemand die Tokens gezählt, deshalb sind sie geschätzt.',
  },
}
