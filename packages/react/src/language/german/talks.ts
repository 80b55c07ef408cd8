import type { Translated } from '../bind.ts'
import type { englishTalks } from '../english/talks.ts'

export const germanTalks: Translated<typeof englishTalks> = {
  talks: {
    rehearses: 'Eine Probe wartet darauf, behalten zu werden',
    search: 'Gespräche durchsuchen',
    searching: 'Sucht…',
    noneFound: 'Nichts gefunden.',
    hits: '{count} {count|Nachricht|Nachrichten}',
    actions: 'Aktionen für {title}',
    renameLabel: 'Titel',
    pinned: 'Angeheftet',
    today: 'Heute',
    yesterday: 'Gestern',
    week: 'Letzte 7 Tage',
    month: 'Letzte 30 Tage',
    archive: 'Archiv',
    pin: 'Anheften',
    unpin: 'Lösen',
    toFolder: 'In einen Ordner…',
    folder: 'Ordner',
    folderLabel: 'Name des Ordners',
    folderHint: 'Einen Ordner gibt es, solange etwas darin ist. Ohne Namen steht das Gespräch wieder bei seinem Datum.',
    move: 'Verschieben',
    toArchive: 'Archivieren',
    fromArchive: 'Aus dem Archiv holen',
    deleteTitle: 'Dieses Gespräch löschen?',
    deleteText: 'Es wird aus diesem Browser gelöscht.',
    deleteWithFiles:
      'Es wird aus diesem Browser gelöscht, und mit ihm {count} eigene {count|Datei|Dateien}. Die Dateien können stattdessen im gemeinsamen Bereich bleiben.',
    deleteKeep: 'Dateien behalten',
    deleted: '„{title}“ ist gelöscht.',
    undo: 'Rückgängig',
    deleteNow: 'Jetzt endgültig löschen',
  },
}
