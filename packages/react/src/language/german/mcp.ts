import type { Translated } from '../bind.ts'
import type { englishMcp } from '../english/mcp.ts'

/** What the server says about MCP servers. */
export const germanMcp: Readonly<Record<string, string>> = {
  'mcp.no-server': 'Es gibt keinen MCP-Server `{id}`. GET /api/mcp/servers nennt die eingerichteten.',
  'mcp.no-tool': 'Das Werkzeug `{name}` gibt es nicht mehr. Sein Server hat es vielleicht entfernt, oder es ist ausgeschaltet.',
  'mcp.no-view': 'Der MCP-Server hat keine Ansicht `{uri}`, die hier gezeigt werden kann.',
  'mcp.changed':
    'Das Werkzeug `{name}` beschreibt sich anders, als gezeigt wurde. Sehen Sie es sich noch einmal an, bevor es aufgerufen wird.',
  'mcp.no-call': 'Ein Aufruf `{call}` läuft hier nicht. Falls er begonnen hatte, kann er ausgeführt worden sein.',
  'mcp.not-here':
    'MCP-Server lassen sich nur auf dem Computer ändern, auf dem Parley läuft, und nur, wenn es mit PARLEY_MCP_EDIT=yes gestartet wurde.',
  'mcp.not-ours': 'MCP-Server werden hier nicht geändert: `{id}` steht in der Konfiguration. Ändern Sie ihn dort.',
  'mcp.own-page': 'Nur eine Seite dieses Servers, oder wer sein Token hat, darf MCP-Server benutzen.',
  'mcp.not-installed': 'MCP braucht das Paket {package}, das nicht installiert ist. Installieren Sie es neben @parley/server.',
  'mcp.not-json': 'Das ist kein lesbares JSON{where}. Fügen Sie ein, was die README des Servers zeigt, mit den Klammern.',
  'mcp.no-servers': 'Darin steht kein Server: Erwartet wird `mcpServers` oder `servers`, mit einem Namen für jeden.',
  'mcp.entry': 'Der MCP-Server `{name}` lässt sich nicht benutzen: {problem}. Berichtigen Sie seinen Eintrag.',
  'mcp.variable': 'Er braucht {variable}, das nicht gesetzt ist. Setzen Sie es dort, wo Parley gestartet wird.',
  'mcp.input':
    'Er braucht eine Antwort auf „{what}“. Geben Sie sie in den Einstellungen, oder setzen Sie {variable}, wo Parley gestartet wird.',
  'mcp.env-file': 'Seine Datei mit Variablen {file} ist nicht lesbar. Berichtigen Sie `envFile`.',
  'mcp.no-approval-taken':
    '`{field}` wurde nicht übernommen: Hier fragt jeder Aufruf, bis Sie ihn auf einer Karte oder mit einer eigenen Regel erlauben.',
  'mcp.unknown-fields': 'Hier unbekannt und nicht beachtet: {fields}.',
  'mcp.disabled': 'Er ist in seinem Eintrag ausgeschaltet (`disabled`).',
  'mcp.not-found': 'Das Programm `{command}` wurde nicht gefunden. Installieren Sie es, oder berichtigen Sie `command`.',
  'mcp.slow-start':
    'Er hat nach dem Start {seconds} Sekunden lang nicht geantwortet. Sehen Sie in sein Protokoll, oder erhöhen Sie mcp.startMs.',
  'mcp.start-failed': 'Er ließ sich nicht starten: {why}',
  'mcp.ended': 'Er hat sich selbst beendet ({how}). Sehen Sie in sein Protokoll.',
  'mcp.too-much': 'Er hat mehr als {size} MB auf einmal gesendet, deshalb wurde die Verbindung beendet.',
  'mcp.rests': 'Er ist gescheitert und wird in {seconds} Sekunden wieder versucht, oder wenn Sie „Neu starten“ drücken. {why}',
  'mcp.unauthorized':
    'Er verlangt eine Anmeldung oder einen Schlüssel (Status {status}). Tragen Sie den Schlüssel in `headers` ein.',
  'mcp.needs-login': 'Der MCP-Server {server} verlangt eine Anmeldung. Melden Sie sich in den Einstellungen unter MCP an.',
  'mcp.no-login':
    'Der MCP-Server {server} bietet keine Anmeldung, die hier begonnen werden kann. Tragen Sie seinen Schlüssel in `headers` ein.',
  'mcp.login-failed':
    'Niemand, der Anmeldungen für den MCP-Server {server} vergibt, war erreichbar. Versuchen Sie es später noch einmal.',
  'mcp.login-unsafe': 'Die Anmeldung würde über eine offene Leitung zu {host} führen und wurde nicht begonnen.',
  'mcp.login-here': 'Melden Sie sich von einer Seite mit https an, oder auf dem Computer, auf dem Parley läuft.',
  'mcp.may-have-run':
    'Der MCP-Server {server} war weg, bevor er antwortete; der Aufruf kann also ausgeführt worden sein. Sehen Sie nach, bevor Sie ihn wiederholen.',
  'mcp.silent':
    'Der MCP-Server {server} hat {seconds} Sekunden lang geschwiegen, deshalb wurde der Aufruf aufgegeben. Er kann trotzdem ausgeführt worden sein; sehen Sie nach, bevor Sie ihn wiederholen, oder erhöhen Sie mcp.callIdleMs.',
  'mcp.took-too-long':
    'Der Aufruf brauchte länger als {seconds} Sekunden und wurde aufgegeben. Er kann trotzdem ausgeführt worden sein; sehen Sie nach, bevor Sie ihn wiederholen, oder erhöhen Sie mcp.callMs.',
  'mcp.stopped': 'Der Aufruf wurde angehalten. Was der Server bis dahin getan hat, ist nicht rückgängig gemacht.',
  'mcp.call-failed': 'Der MCP-Server {server} hat abgelehnt: {words}',
  'mcp.asks-on':
    'Der MCP-Server {server} hat in einem Aufruf mehr als {most} Fragen gestellt, deshalb wurde der Aufruf aufgegeben. Er kann zum Teil gelaufen sein.',
  'mcp.asks-strange':
    'Der MCP-Server {server} will etwas wissen, wonach hier niemand gefragt wird, deshalb wurde der Aufruf aufgegeben. Er kann zum Teil gelaufen sein.',
  'mcp.not-opened':
    'Der MCP-Server {server} will, dass vorher eine Adresse geöffnet wird, und das wurde nicht gewünscht. Nichts ist gelaufen.',
  'mcp.not-asked': 'Der Aufruf `{call}` fragt das nicht, oder nicht mehr. Sehen Sie sich den Aufruf an.',
  'mcp.data': 'Seine Daten',
  'mcp.asks': '{tool} des MCP-Servers {server} aufrufen',
  'mcp.left-out-size': 'seine Beschreibung oder sein Schema ist zu lang',
  'mcp.left-out-count': 'der Server hat mehr als {most} Werkzeuge',
  'mcp.left-out-task': 'es läuft nur als Aufgabe (task), was nicht unterstützt wird',
  'mcp.left-out-shape': 'seine Definition ist nicht lesbar',
  'mcp.left-out-off': 'es ist im Eintrag des Servers ausgeschaltet',
}

/** Words of the page of MCP servers. */
export const germanMcpPage: Translated<typeof englishMcp> = {
  mcp: {
    hint: 'Programme und Dienste, die eigene Werkzeuge mitbringen. Jeder ihrer Aufrufe fragt Sie, bis Sie ihn erlauben. Wo Server eingetragen werden: docs/mcp.md.',
    none: 'Kein MCP-Server ist eingerichtet. Tragen Sie ein, was seine README zeigt, in parley.config.json, und starten Sie Parley neu.',
    searched:
      '{count} Werkzeuge sind in Gebrauch, etwa {tokens} Token: zu viele für jede Anfrage. Das Modell erfährt, wie es sie findet, und von denen, die es in einem Gespräch gefunden hat.',
    contextAssumed: 'Wie viel dieses Modell auf einmal liest, ist nicht bekannt; angenommen werden {context} Token.',
    notTold:
      'In diesem Gespräch erfährt das Modell von {count} {count|Werkzeug|Werkzeugen} nichts, obwohl Sie {count|es|sie} benutzen:',
    again: 'Noch einmal',
    status: {
      stopped: 'Angehalten',
      starting: 'Startet…',
      ready: 'Bereit',
      failed: 'Gescheitert',
      'needs-login': 'Verlangt eine Anmeldung',
    },
    costs: 'etwa {count} Token in jeder Anfrage',
    tokens: 'etwa {count} Token',
    look: 'Werkzeuge ansehen',
    restart: 'Neu starten',
    stop: 'Anhalten',
    remove: 'Entfernen',
    signIn: 'Anmelden',
    signInAt: 'Zur Anmeldung bei {host}',
    signInHint:
      'Sie melden sich beim Dienst selbst an, in einem anderen Tab. Seine Schlüssel bleiben auf dem Server von Parley, nur für Sie.',
    signOut: 'Abmelden',
    log: 'Protokoll',
    noLog: 'Er hat noch nichts geschrieben.',
    busy: 'Arbeitet…',
    unseen: 'Neu: {count} {count|Werkzeug|Werkzeuge}. Das Modell erfährt erst davon, wenn Sie es sagen.',
    useAll: 'Alle benutzen',
    use: 'Benutzen',
    acceptChange: 'Änderung annehmen',
    changedWhy:
      'Es beschreibt sich anders als zuvor und wird nicht angeboten, bis Sie das annehmen. Was Sie erlaubt hatten, gilt nicht mehr.',
    missing: 'Er braucht: {list}',
    setVariable: 'Setzen Sie {variable}, wo Parley gestartet wird.',
    answer: 'Sichern und starten',
    answered: 'Gesichert. Es wird nicht wieder gezeigt.',
    isAnswered: 'beantwortet',
    attachHint:
      'Was die laufenden Server zu lesen und zu sagen haben. Was Sie wählen, geht mit Ihrer nächsten Nachricht, als Text unter seinem Namen.',
    attachSearch: 'Suchen',
    attachNone: 'Nichts anzuhängen. Gefragt werden nur laufende Server; andere starten Sie unter Einstellungen › MCP.',
    attachIt: 'Anhängen',
    back: 'Zurück',
    itemKind: { resource: 'Ressource', template: 'Ressource mit Variablen', prompt: 'Vorlage' },
    viewShow: 'Zeigen, was {server} zeichnet',
    viewOf: 'Von {server} gezeichnet',
    viewReaches: 'Es möchte erreichen: {hosts}',
    viewLocked: 'Ohne das zeigen',
    viewLet: 'Zeigen und das ab jetzt erlauben',
    viewCalls: 'Was {server} gezeichnet hat, möchte {tool} aufrufen. Kein Modell hat darum gebeten.',
    viewOpens: 'Was {server} gezeichnet hat, möchte {url} öffnen',
    viewOpen: 'Öffnen',
    viewNo: 'Nein',
    trust: 'Glauben, was dieser Server über seine Werkzeuge sagt',
    trustHint:
      'Was er Lesen nennt, fragt dann in „Selbst lesen“ und „Automatisch“ einmal je Gespräch; alles andere fragt weiterhin. Es gilt nicht mehr, sobald sich sein Befehl oder seine Adresse ändert.',
    leftOut: '{count} {count|Werkzeug wird|Werkzeuge werden} nicht angeboten',
    stateOf: 'Aufrufe von {tool}',
    state: { off: 'Aus', ask: 'Fragen', allow: 'Durch Regel erlaubt' },
    tryIt: 'Ausprobieren',
    tryInput: 'Argumente, als JSON. Es läuft sofort, und kein Modell erfährt davon.',
    call: 'Aufrufen',
    add: 'Server hinzufügen',
    addHint: 'Fügen Sie ein, was die README eines Servers zeigt. Ein Server ist ein Programm, das mit Ihren Rechten läuft.',
    read: 'Lesen',
    willRun: 'Das wird Parley starten. Lesen Sie es, wie Sie eine Zeile im Terminal lesen würden.',
    withNames: 'mit {names}',
    agree: 'Hinzufügen und starten',
    cancel: 'Abbrechen',
  },
}
