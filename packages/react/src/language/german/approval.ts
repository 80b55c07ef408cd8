import type { Translated } from '../bind.ts'
import type { englishApproval } from '../english/approval.ts'

export const germanApproval: Translated<typeof englishApproval> = {
  effect: {
    says: '{server} sagt darüber',
    forYou: 'Nur für Sie; das Modell liest es nicht',
    comma: ', ',
    more: '{list} und {count} weitere',
    allFiles: 'beliebige Dateien',
    verb: {
      'read-files': { now: 'liest {paths}', may: 'kann Dateien lesen', done: 'hat {paths} gelesen' },
      'write-files': { now: 'schreibt {paths}', may: 'kann Dateien schreiben', done: 'hat {paths} geschrieben' },
      'delete-files': { now: 'löscht {paths}', may: 'kann Dateien löschen', done: 'hat {paths} gelöscht' },
    },
    anything: 'kann alles tun',
    andMore: 'und mehr',
    noFiles: 'keine Dateien',
    noNetwork: 'kein Netz',
    reaches: 'erreicht {hosts}',
    thisCall: 'genau dieser Aufruf',
    nothing: 'berührt nichts',
  },
  grant: {
    here: 'Ohne Rückfrage erlaubt',
    inThread: 'in diesem Gespräch',
    everywhere: 'in jedem Gespräch',
    revoke: 'Widerrufen',
  },
  note: {
    toJudge: 'Was geschehen würde',
    toolName: 'Werkzeug',
    unseen: '{lines} {lines|Zeile ungelesen|Zeilen ungelesen}',
    hides: 'Es enthält unsichtbare Zeichen oder sehr viele Leerzeichen hintereinander. Sie sind markiert.',
    unknownTool: 'Ein Werkzeug dieses Namens gibt es hier nicht, deshalb wurde nichts ausgeführt. Das Modell erfährt davon.',
    invalid: 'Die Argumente passen nicht zum Werkzeug, deshalb wurde nichts ausgeführt. Das Modell erfährt davon.',
    keptBack: 'Es wurde ausgeführt, und Sie haben das Ergebnis zurückbehalten. Mehr weiß das Modell nicht.',
    markedFailed: 'Es wurde unterbrochen, und Sie haben es als fehlgeschlagen markiert.',
    stoppedWhy: 'Sie haben es angehalten, bevor es fertig war.',
    timedOutWhy: 'Es wurde nicht rechtzeitig fertig und deshalb angehalten.',
  },
  dock: {
    label: 'Wartet auf Ihre Entscheidung',
    place: '{place} von {count}',
    previous: 'Voriger wartender Aufruf',
    next: 'Nächster wartender Aufruf',
    waitsBelow: 'wartet unten',
    waiting: '{count} {count|Aufruf wartet|Aufrufe warten}',
    unread:
      'Aufruf {place} wurde nicht bis zum Ende gelesen: {sentence} Er ist jetzt zu sehen. Lesen Sie ihn und drücken Sie noch einmal.',
  },
}
