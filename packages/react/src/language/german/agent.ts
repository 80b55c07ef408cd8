import type { Translated } from '../bind.ts'
import type { englishAgent } from '../english/agent.ts'

export const germanAgent: Translated<typeof englishAgent> = {
  agent: {
    worksOn: 'Arbeitet weiter, wenn geschlossen',
    chatHint: 'Liegt in diesem Browser und ruht, solange diese Seite geschlossen ist',
    agentHint: 'Liegt auf dem Server: arbeitet weiter, wenn diese Seite geschlossen ist, und wartet dort auf Sie',
    backTitle: 'Dieses Gespräch zurückholen?',
    backText:
      'Es zieht mit allem, was darin ist, in diesen Browser um, und der Server vergisst es. Was der Server gerade tut, endet.',
    backYes: 'Zurückholen',
    mark: {
      guest: 'Aufrufe eines anderen Agenten, der auf Ihre Entscheidungen wartet. Lassen Sie dazu eine Seite offen.',
      moving: 'Ab Ihrer nächsten Nachricht liegt dieses Gespräch auf dem Server.',
      idle: 'Liegt auf dem Server.',
      running: 'Läuft auf dem Server weiter. Sie können diese Seite schließen.',
      program: 'Ein Programm dieser Seite läuft. Schließen Sie die Seite, wartet es auf dem Server, bis Sie zurück sind.',
      waiting: 'Wartet auf dem Server auf Ihre Entscheidung. Sie können diese Seite schließen.',
      failed: 'Auf dem Server angehalten. Nichts ist verloren.',
      lost: 'Der Server ist nicht erreichbar. Es wird weiter versucht; nichts geht verloren.',
    },
    markLabel: 'Wo dieses Gespräch liegt',
    timeline: 'Verlauf',
    timelineEmpty: 'Die Schritte erscheinen hier, sobald der Server begonnen hat.',
    step: { question: 'Frage', calls: 'Das Modell möchte Werkzeuge benutzen', results: 'Ergebnisse', answer: 'Antwort' },
    working: 'Der Server arbeitet…',
    fork: 'Von hier abzweigen',
    forkOf: 'Von hier abzweigen: {step}',
    forkHint: 'Ein Abzweig ist ein neues Gespräch, das bei diesem Schritt weitergeht. Dieses hier bleibt, wie es ist.',
    room: 'Wartet auf Sie',
    roomCount: '{count} {count|Aufruf wartet|Aufrufe warten} auf Sie',
    roomEmpty: 'Nichts wartet auf Sie.',
    onServer: 'auf dem Server',
    inBrowser: 'in diesem Browser',
    notify: 'Melden, wenn etwas wartet',
    notifyHint: 'Eine Mitteilung Ihres Systems, solange diese Seite hinter anderen Fenstern offen ist.',
    notifyRefused:
      'Dieser Browser erlaubt der Seite keine Mitteilungen. Erlauben Sie sie in den Einstellungen für diese Website und versuchen Sie es noch einmal.',
    notice: '{count} {count|Aufruf wartet|Aufrufe warten} auf Sie',
    deleteText: 'Es wird vom Server und aus diesem Browser gelöscht.',
  },
}
