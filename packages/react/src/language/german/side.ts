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
  rehearsal: {
    review: 'Ansehen',
    bar: 'Probe: Nichts wird geändert, bis Sie es behalten.',
    waits: '{count} {count|Änderung wartet|Änderungen warten} auf der Kopie.',
    title: 'Probe',
    keepAll: 'Alles behalten',
    discardAll: 'Alles verwerfen',
    keepFile: 'Datei behalten',
    discardFile: 'Datei verwerfen',
    keepPassage: 'Behalten',
    discardPassage: 'Verwerfen',
    discardTitle: 'Die Probe verwerfen?',
    discardText:
      '{count} {count|Änderung auf der Kopie wird|Änderungen auf der Kopie werden} verworfen und {count|lässt|lassen} sich nicht zurückholen. Ihre Dateien bleiben, wie sie sind.',
    kept: '{count} {count|Änderung|Änderungen} behalten.',
    takenBack: 'Zurückgenommen: Ihre Dateien sind wie zuvor.',
    conflicts: 'Seither wieder geändert und deshalb belassen: {paths}',
    left: 'Nicht behalten, weil inzwischen geändert: {paths}',
    from: 'von {path}',
    folder: 'Ordner',
    merged:
      'Sie haben diese Datei inzwischen geändert. Beide Änderungen passen zusammen: Das wird aus Ihrer Datei, wenn Sie sie behalten.',
    conflict:
      'Sie haben inzwischen dieselben Zeilen geändert. Wählen Sie für jede Stelle und behalten Sie dann, was Sie gewählt haben.',
    whole: 'Sie haben das inzwischen geändert, und beides lässt sich nicht Zeile für Zeile vereinen. Wählen Sie eines davon.',
    keepMerged: 'Vereint behalten',
    allYours: 'Ihre behalten',
    allRehearsed: 'Die der Probe nehmen',
    yours: 'Ihre',
    rehearsed: 'Probe',
    both: 'Beide',
    programs: 'Auf der Kopie gelaufene Programme',
    refused: 'Nicht getan, weil es über die Kopie hinausreichen würde',
    folderHint: 'Ein Ordner hat keinen Inhalt zum Vergleichen.',
  },
  shown: {
    picture: 'Bild',
    table: 'Tabelle',
    markdown: 'Text',
    json: 'Daten',
    firstRows: 'Die ersten {count} von {total} Zeilen.',
    broken: 'Dieses Bild lässt sich nicht zeigen: Es ist beschädigt.',
    tooHeavy: 'Diese Zeichnung wird nicht gezeigt, weil sie die Seite aufhalten würde.',
  },
  preview: {
    file: 'Datei',
    nothing:
      'Noch gibt es nichts anzusehen. Bitten Sie das Modell um eine Seite, eine Tabelle oder eine Zeichnung, oder laden Sie eine hoch.',
    missing: 'Es gibt keine Datei {path}. Vielleicht wurde sie verschoben oder gelöscht: Sehen Sie bei den Dateien nach.',
    page: 'Die Seite {path}',
    reload: 'Seite neu laden',
    quiet: 'Die Seite hat nichts ausgegeben.',
    unlocked:
      'Dieser Browser kann die Skripte einer Seite nicht einschließen, deshalb sehen Sie die Seite als Text. Nehmen Sie ein aktuelles Chromium, Chrome oder Edge, um sie zu sehen.',
    ended: {
      left: 'Die Seite wollte anderswohin und wurde beendet. Laden Sie sie neu, um sie wieder zu sehen.',
      frozen:
        'Die Seite antwortete nicht mehr und wurde beendet. Suchen Sie darin nach einer Endlosschleife, und laden Sie dann neu.',
      unlocked:
        'Die Seite wurde nicht gezeigt, weil ihr Dokument ohne Schloss ausgeliefert wurde. Starten Sie den Server neu, und laden Sie dann neu.',
    },
    rows: '{count} {count|Zeile|Zeilen}',
    cut: 'Nur der Anfang ist zu sehen, weil die Datei sehr groß ist.',
    binary: 'Diese Datei ist kein Text und kann hier nicht gezeigt werden. Laden Sie sie herunter, um sie zu öffnen.',
    broken: 'Das ist kein Bild, das ein Browser zeigen kann. Laden Sie es herunter, um es anderswo zu öffnen.',
  },
}
