/** Wörter der Seite: was eine Runde geändert hat, und wie eine Datei aussieht. */
export const germanSide = {
  side: {
    width: 'Breite des Seitenbereichs',
  },
  changes: {
    review: 'Änderungen ansehen',
    gone: 'gelöscht',
    takeBack: 'Datei zurücknehmen',
    takePassage: 'Zurücknehmen',
    takeAll: 'Alles zurücknehmen',
    since: 'Seitdem wieder geändert: siehe Verlauf.',
    none: 'Davon ist nichts übrig.',
    untouched: 'Noch hat kein Aufruf eine Datei geändert. Sobald es einer tut, sehen Sie hier, was er geändert hat.',
    turn: 'Änderungen von',
    all: 'dem ganzen Gespräch',
  },
}
