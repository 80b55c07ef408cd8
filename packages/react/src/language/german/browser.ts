import type { BrowserSentenceId } from '@parley/browser'
import { germanPageModel } from './page-model.ts'

/** Conversations, files, the sandbox and the tools of the house. */
export const germanBrowser: Readonly<Record<BrowserSentenceId, string>> = {
  ...germanPageModel,
  'file.no-folder': '{path} ist eine Datei, kein Ordner. Wählen Sie einen anderen Pfad, oder löschen Sie zuerst die Datei.',
  'file.is-folder': '{path} ist ein Ordner, keine Datei. Listen Sie ihn auf, oder wählen Sie eine Datei darin.',
  'file.exists': '{path} gibt es schon. Wählen Sie einen anderen Pfad, oder löschen Sie ihn zuerst.',
  'file.root': 'Der oberste Ordner kann nicht verschoben, kopiert oder gelöscht werden. Wählen Sie, was darin liegt.',
  'file.history-short': 'So weit reicht der Verlauf nicht zurück. Wählen Sie einen späteren Zeitpunkt.',
  'file.no-version':
    'Version {version} von {path} ist nicht aufgehoben. Sehen Sie sich die Versionen an, und wählen Sie eine davon.',
  'file.no-text-compare': '{path} ist keine Textdatei, deshalb lassen sich ihre Versionen nicht Zeile für Zeile vergleichen.',
  'file.version-gone': 'Diese Version von {path} ist nicht mehr aufgehoben. Wählen Sie eine neuere.',
  'file.closed':
    'Der Browser hat die Dateien geschlossen, weil sein Speicher geleert oder erneuert wurde. Laden Sie die Seite neu.',
  'file.no-room':
    'In diesem Browser ist kein Platz mehr für Dateien. Nichts wurde geändert. Löschen Sie Dateien oder alte Versionen, und versuchen Sie es noch einmal.',
  'rehearsal.nothing': 'Die Probe hat von {path} nichts mehr. Sehen Sie sie neu an.',
  'file.area': '{path} ist ein gemeinsamer Bereich und bleibt, wo er ist. Ändern Sie stattdessen, was darin liegt.',
  'file.locked': 'Sie haben {path} gesperrt, deshalb lässt es sich nicht ändern.',
  'path.name-long': 'Der Name „{name}“ ist zu lang. Erlaubt sind höchstens {most} Bytes je Name.',
  'path.long': 'Der Pfad „{path}“ ist zu lang. Erlaubt sind höchstens {most} Bytes.',
  'path.no-name': '„{name}“ ist kein Name. Nehmen Sie einen Namen ohne Schrägstrich.',
  'path.empty': 'Der Pfad ist leer. Nehmen Sie einen vollständigen Pfad wie /notes/plan.md.',
  'path.very-long': 'Der Pfad ist zu lang. Erlaubt sind höchstens {most} Bytes.',
  'path.control': 'Der Pfad „{path}“ enthält ein Steuerzeichen. Nehmen Sie nur sichtbare Zeichen.',
  'path.torn': 'Der Pfad „{path}“ ist kein wohlgeformter Text. Nehmen Sie ganze Zeichen.',
  'path.relative': 'Der Pfad „{path}“ beginnt nicht ganz oben. Schreiben Sie ihn von der Wurzel an: /{absolute}',
  'file.not-empty':
    'Der Ordner {path} ist nicht leer. Löschen Sie zuerst seinen Inhalt, oder löschen Sie ihn mit allem, was darin ist.',
  'file.inside': '{to} liegt in {from}. Wählen Sie einen Ort außerhalb.',
  'file.missing': '{path} gibt es nicht. Listen Sie den Ordner auf, um zu sehen, was da ist.',
  'file.other-area':
    '{path} käme nach {area}, das ist ein anderer Bereich. Nichts wurde aufgenommen. Benennen Sie den Ordner um, oder öffnen Sie zuerst {area}.',
  'file.too-many': 'Das sind mehr als {most} Dateien. Nichts wurde aufgenommen. Wählen Sie weniger.',
  'file.too-large': 'Das sind mehr als {megabytes} MB. Nichts wurde aufgenommen. Wählen Sie weniger.',
  'zip.not-whole':
    'Das ist kein vollständiges Zip-Archiv. Wählen Sie eine Datei, die auf .zip endet, oder besorgen Sie sie noch einmal.',
  'zip.damaged':
    'Das Archiv ist beschädigt: {name}. Nichts wurde aufgenommen. Besorgen Sie es noch einmal, und versuchen Sie es erneut.',
  'zip.password': 'Das Archiv ist durch ein Passwort geschützt. Packen Sie es zuerst aus, und wählen Sie dann seine Dateien.',
  'zip.ratio':
    'Dieses Archiv würde ausgepackt das {times}-Fache seiner Größe; erlaubt ist höchstens das {most}-Fache. Nichts wurde aufgenommen. Packen Sie es selbst aus, und wählen Sie dann seine Dateien.',
  'zip.large': '{name} wird ausgepackt größer als {megabytes} MB. Nichts wurde aufgenommen.',
  'zip.unusual': '{name} ist ungewöhnlich gepackt. Packen Sie das Archiv mit üblichen Einstellungen.',
  'file.removed':
    '{path} wurde nach dem Lesen gelöscht. Lesen Sie noch einmal nach, und wiederholen Sie die Änderung an dem, was jetzt dasteht.',
  'file.changed':
    '{path} wurde nach dem Lesen von {actor} geändert. Lesen Sie noch einmal nach, und wiederholen Sie die Änderung an dem, was jetzt dasteht.',
  'file.actor-user': 'Ihnen',
  'file.actor-model': 'dem Modell',
  'file.actor-studio': 'Parley',
  'file.model-no-write': 'Der Assistent darf {path} nicht ändern. Schreiben Sie woandershin, etwa in den Arbeitsbereich.',
  'file.you-no-write': 'Sie dürfen {path} nicht ändern. Schreiben Sie woandershin, etwa in den Arbeitsbereich.',
  'file.model-no-read': 'Der Assistent darf {path} nicht lesen. Wählen Sie einen anderen Pfad.',
  'file.you-no-read': 'Sie dürfen {path} nicht lesen. Wählen Sie einen anderen Pfad.',
  'zip.directory': 'sein Verzeichnis',
  'call.told-already': 'Der Server hat dem Modell diesen Aufruf schon mitgeteilt; es schreibt ihn vielleicht noch einmal.',
  'thread.deleted': 'Dieses Gespräch wurde gelöscht.',
  'thread.no-rehearsal': 'Hier kann nichts geprobt werden: Diese Seite hat keine Kopie ihrer Dateien.',
  'thread.no-rehearsal-there':
    'Ein Gespräch auf dem Server kann nicht proben, weil seine Werkzeuge dort wirklich arbeiten. Wählen Sie zuerst einen anderen Modus, oder proben Sie in diesem Browser.',
  'thread.one-line': 'Ein Gespräch auf dem Server hat nur eine Linie. Suchen Sie die andere in der Liste.',
  'call.not-running': 'Dieser Aufruf läuft nicht.',
  'call.on-server': 'Dieser Aufruf läuft auf dem Server. Um ihn zu beenden, halten Sie den ganzen Zug an.',
  'call.no-checkpoint': 'Der Server hat keinen Zwischenstand von vor diesem Aufruf. Bitten Sie stattdessen noch einmal darum.',
  'message.gone': 'Diese Nachricht gibt es nicht mehr.',
  'thread.failed': 'Das hat nicht geklappt. Laden Sie die Seite neu, und versuchen Sie es noch einmal.',
  'thread.busy': 'Dieses Gespräch ist beschäftigt. Warten Sie, oder halten Sie es zuerst an.',
  'thread.other-tab': 'Ein anderer Tab arbeitet an diesem Gespräch. Warten Sie, oder halten Sie ihn zuerst an.',
  'call.not-shown': 'Der gezeigte Aufruf ist nicht der, der wartet. Sehen Sie noch einmal hin.',
  'call.moved-on': 'Mit diesem Aufruf ist es inzwischen weitergegangen, vielleicht in einem anderen Tab.',
  'thread.not-back': 'Das Gespräch ließ sich nicht zurückholen. Versuchen Sie es noch einmal.',
  'thread.no-checkpoints': 'Nur ein Gespräch auf dem Server hat Zwischenstände.',
  'server.status-thread':
    'Der Server hat mit Status {status} und ohne Erklärung geantwortet. Prüfen Sie, ob er läuft und aktuell ist.',
  'server.gone':
    'Der Server ist nicht erreichbar. Prüfen Sie, ob er läuft und ob Sie verbunden sind, und versuchen Sie es noch einmal.',
  'server.strange':
    'Der Server hat über seine Gespräche etwas gesagt, das diese Seite nicht lesen kann. Laden Sie die Seite neu; bleibt es dabei, aktualisieren Sie den Server.',
  'capsule.unexpected': 'Diese Datei ist keine Kapsel, die sich hier öffnen lässt: {what} ist nicht wie erwartet.',
  'import.no-json':
    'Diese Datei lässt sich nicht lesen: Sie ist kein JSON oder zu tief geschachtelt. Packen Sie den Export zuerst aus, und wählen Sie seine conversations.json.',
  'import.unknown':
    'Diese Datei enthält keine Gespräche von ChatGPT, Claude oder LibreChat. Wählen Sie die conversations.json eines Exports oder ein Gespräch, das LibreChat als JSON gespeichert hat.',
  'import.empty': 'Dieser Export von {from} enthält kein Gespräch, in dem etwas gesagt wurde.',
  'capsule.no-json': 'Diese Datei ist keine Kapsel: Sie ist kein JSON.',
  'call.taken-care-of': 'Um diesen Aufruf hat sich schon jemand gekümmert, vielleicht in einem anderen Tab.',
  'call.none-to-take-up': 'Hier gibt es keinen Aufruf, der sich aufgreifen ließe.',
  'call.rejection-read': 'Nur eine Ablehnung, die das Modell noch nicht gelesen hat, lässt sich zurücknehmen.',
  'call.no-rerun': 'Dieser Aufruf lässt sich so nicht noch einmal ausführen.',
  'call.not-asking': 'Dieser Aufruf wartet nicht auf eine Antwort: {why}',
  'call.asks-unknown': 'In diesem Gespräch gibt es ihn nicht.',
  'call.asks-settled': 'Er hat sein Ergebnis schon.',
  'call.asks-interrupted':
    'Er wurde unterbrochen. Führen Sie ihn zuerst noch einmal aus, oder markieren Sie ihn als fehlgeschlagen.',
  'call.asks-answered': 'Seine Frage ist schon beantwortet, und die erste Antwort zählt.',
  'call.asks-nothing': 'Er läuft und hat nichts gefragt. Rufen Sie zuerst `human()` in seinem `execute` auf.',
  'call.asks-unstarted': 'Er hat noch nicht begonnen. Erlauben Sie ihn zuerst; er fragt, wenn er läuft.',
  'call.other-dialect': 'Der Aufruf steht in einem anderen Dialekt als dem verlangten; so werden Aufrufe nicht ausgeführt.',
  'call.gone': 'Diesen Aufruf gibt es nicht mehr.',
  'thread.not-kept': 'Die Änderung ließ sich nicht aufheben. Laden Sie die Seite neu, und versuchen Sie es noch einmal.',
  'message.empty': 'Schreiben Sie zuerst etwas.',
  'message.not-yours': 'Nur eine Ihrer eigenen Nachrichten lässt sich bearbeiten.',
  'thread.too-short': 'Es gibt noch nichts zusammenzufassen: Die letzten zwei Runden bleiben immer, wie sie sind.',
  'thread.no-summary':
    'Das Modell hat keine Zusammenfassung geschrieben. Versuchen Sie es noch einmal, oder wählen Sie ein anderes Modell.',
  'thread.no-summary-there':
    'Ein Gespräch auf dem Server wird nicht zusammengefasst: Der Server bewahrt und erzählt es ganz. Holen Sie es zuerst in diesen Browser zurück.',
  'thread.no-title': 'Das Modell hat keinen Titel genannt.',
  'thread.no-retry': 'Es gibt nichts zu wiederholen.',
  'server.status':
    'Der Server hat mit Status {status} und ohne Erklärung geantwortet. Prüfen Sie, ob die Adresse stimmt und der Server läuft.',
  'server.broke-off': 'Die Verbindung brach ab, bevor die Antwort vollständig war. Versuchen Sie es noch einmal.',
  'store.full':
    'Im Browser ist kein Platz mehr für dieses Gespräch. Löschen Sie Gespräche oder Dateien, die Sie nicht mehr brauchen, und versuchen Sie es noch einmal.',
  'store.stuck':
    'Diese Seite konnte das Gespräch nicht fortsetzen. Laden Sie sie neu, und versuchen Sie es noch einmal; was aufgehoben wurde, ist noch da.',
  'call.too-deep': 'Die Argumente sind tiefer als {most} Ebenen verschachtelt.',
  'thread.stopped': 'Angehalten.',
  'call.unknown-tool': 'Ein Werkzeug namens „{name}“ gibt es nicht.',
  'capsule.document': 'das Dokument',
  'verify.intact':
    'Unversehrt: {calls} {calls|Aufruf|Aufrufe} mit {steps} {steps|Schritt|Schritten}, jeder wie er geschah, und alles andere wie es beim Exportieren war.',
  'verify.none': 'Diese Kapsel hat keine Belege: Sie stammt aus der Zeit davor. Was erlaubt wurde, lässt sich nicht beweisen.',
  'verify.unchecked':
    'Dieser Browser kann Unterschriften der Art {algorithm} nicht prüfen. Nimm einen neueren oder „parley verify“ auf der Kommandozeile.',
  'verify.no-text': 'Diese Datei ist beschädigt: Sie ist kein UTF-8-Text.',
  'verify.no-json': 'Diese Datei ist beschädigt oder abgeschnitten: Sie ist kein JSON.',
  'verify.no-capsule': 'Diese Datei ist keine Kapsel.',
  'verify.stripped': 'Nicht unversehrt: Die Belege wurden aus dieser Kapsel entfernt.',
  'verify.rewritten':
    'Nicht unversehrt: Ein anderes Programm hat diese Datei geändert oder neu formatiert, zuerst bei Zeichen {at}.',
  'verify.receipts': 'Nicht unversehrt: Die Belege selbst sind beschädigt, {where} ist nicht wie erwartet.',
  'verify.changed': 'Nicht unversehrt: {what} ist nicht mehr wie beim Exportieren.',
  'verify.missing': 'Nicht unversehrt: {what} war beim Exportieren in der Kapsel und fehlt.',
  'verify.added': 'Nicht unversehrt: {what} war beim Exportieren nicht in der Kapsel.',
  'verify.moved': 'Nicht unversehrt: {what} steht nicht mehr dort, wo es beim Exportieren stand.',
  'verify.step': 'Nicht unversehrt: Schritt {step} der Kette, von {what}, ist nicht mehr, was damals geschrieben wurde.',
  'verify.order':
    'Nicht unversehrt: Schritt {step} der Kette folgt nicht auf den davor. Schritte wurden entfernt, hinzugefügt oder vertauscht.',
  'verify.call': 'Nicht unversehrt: {what} ist nicht, was seine Belege sagen. Anders ist: {field}.',
  'verify.unallowed': 'Nicht unversehrt: {what} wurde in Schritt {step} gestartet, obwohl niemand es erlaubt hatte.',
  'verify.signature':
    'Nicht unversehrt: Die Unterschrift passt nicht. Das Ende der Kette oder das Verzeichnis der Inhalte hat jemand geändert, der den Schlüssel nicht hat.',
  'verify.withheld': 'Nicht bewiesen, weil es herausgenommen wurde: {what}.',
  'verify.more': 'Und {count} weitere.',
  'verify.older': '{count} {count|Aufruf stammt|Aufrufe stammen} aus der Zeit vor den Belegen: Darüber ist nichts bewiesen.',
  'verify.what-call': 'Aufruf {name} ({key})',
  'verify.what-message': 'Nachricht {id}',
  'verify.what-file': 'Datei {path}',
  'verify.what-exchange': 'Austausch {id} mit dem Server',
  'verify.what-else': 'Teil „{name}“',
  'secret.private-key': 'privater Schlüssel',
  'secret.api-key': 'API-Schlüssel',
  'secret.access-token': 'Zugangstoken',
  'secret.cloud-key': 'Cloud-Schlüssel',
  'secret.signed-token': 'signiertes Token',
  'secret.bearer-token': 'Bearer-Token',
  'sandbox.headers':
    'Das Sandbox-Dokument unter {url} kam ohne seine Header, deshalb lief nichts darin. Stellen Sie es bereit, wie docs/embedding-the-sandbox.md es sagt.',
  'sandbox.silent':
    'Das Sandbox-Dokument unter {url} hat nicht geantwortet. Prüfen Sie, ob es bereitsteht und diese Seite es einbetten darf; docs/embedding-the-sandbox.md sagt, wie.',
  'sandbox.unlocked':
    'Dieser Browser kann ein Dokument nicht fest genug abschließen, um Programme darin auszuführen. Nehmen Sie ein neueres Chromium, oder stellen Sie das Worker-Dokument bereit, wie docs/embedding-the-sandbox.md es sagt.',
  'sandbox.no-worker':
    "Der Worker, der Programme liest, konnte nicht starten. Erlauben Sie Worker dieser Website (`worker-src 'self'`), und laden Sie die Seite neu.",
  'python.unreachable':
    'Die Dateien von Python unter {url} waren nicht zu holen. Prüfen, ob die Seite mit ihnen gebaut ist (packages/browser/README.md sagt wie), und noch einmal versuchen.',
  'python.broken': 'Python ist nicht gestartet: {problem}',
  'python.missing':
    'Das Modul {name} ist nicht da. Man holt es in den Einstellungen unter Werkzeuge, Pakete für Python. Bis dahin geht es nur ohne: die Standardbibliothek ist da.',
  'python.unknown': 'Für Python gibt es auf dieser Seite kein Modul {name}. Die Standardbibliothek ist da.',
  'sandbox.timeout':
    'Das Programm wurde angehalten: Es war nach {seconds} s nicht fertig. Machen Sie es schneller, lassen Sie es weniger tun, oder verlangen Sie mehr Zeit.',
  'sandbox.cancelled': 'Sie haben das Programm angehalten.',
  'sandbox.memory':
    'Das Programm wurde angehalten: Sein Prozess endete, vermutlich weil es zu viel Speicher brauchte. Arbeiten Sie an weniger auf einmal.',
  'sandbox.navigation':
    'Das Programm wurde angehalten: Es wollte an seiner Stelle eine andere Seite laden. Es kann nicht navigieren oder neu laden.',
  'sandbox.focus': 'Das Programm wurde angehalten: Es hat Ihnen die Tastatur genommen. Es kann den Fokus nicht benutzen.',
  'sandbox.forgery':
    'Das Programm wurde angehalten: Es hat Nachrichten an die Seite geschickt. Geben Sie einen Wert zurück, oder nehmen Sie die Konsole.',
  'edit.both': 'Geben Sie entweder old_text und new_text an oder einen Patch, nicht beides.',
  'edit.neither': 'Geben Sie old_text und new_text an oder einen Patch.',
  'edit.empty':
    'old_text ist leer. Nennen Sie den Text, der ersetzt werden soll, oder schreiben Sie mit write_file die ganze Datei.',
  'edit.same': 'old_text und new_text sind gleich, es würde sich nichts ändern.',
  'edit.patch-unreadable':
    'Der Patch ließ sich nicht lesen. Schreiben Sie ihn als Unified Diff mit @@-Zeilen, oder nehmen Sie old_text und new_text.',
  'edit.patch-files': 'Der Patch ändert mehr als eine Datei. Senden Sie für jede Datei einen eigenen Aufruf.',
  'edit.patch-misfit':
    'Teil {part} des Patches passt nahe Zeile {line} nicht. Lesen Sie die Datei noch einmal, und schreiben Sie den Patch für das, was jetzt dasteht.',
  'file.no-text-edit': '{path} ist keine Textdatei und lässt sich deshalb nicht bearbeiten.',
  'edit.unchanged': '{problem} Nichts wurde geändert.',
  'file.slash':
    '{path} endet mit einem Schrägstrich und meint damit einen Ordner. Listen Sie ihn auf, oder lassen Sie den Schrägstrich weg.',
  'file.no-text-read': '{path} ist keine Textdatei ({count} {count|Byte|Bytes}) und lässt sich deshalb nicht als Text lesen.',
  'search.empty': 'Der gesuchte Text ist leer. Nennen Sie ihn, oder lassen Sie ihn weg, um Dateien nach ihrem Namen zu finden.',
  'file.folder-named': '{file} ist eine Datei, und {path} meint einen Ordner. Lassen Sie den Schrägstrich am Ende weg.',
  'file.changed-by-user': 'Sie haben {path} geändert, nachdem das Modell es gelesen hatte. Nichts wurde geschrieben.',
  'file.names-folder': '{path} meint einen Ordner. Schreiben Sie den Pfad einer Datei, ohne Schrägstrich am Ende.',
  'edit.not-found': 'old_text kommt in der Datei nicht vor. Lesen Sie die Datei noch einmal, und nehmen Sie, was jetzt dasteht.',
  'edit.not-found-near':
    'old_text kommt in der Datei nicht vor. Zeile {line} ist bis auf Leerzeichen gleich: Kopieren Sie sie genau. Lesen Sie die Datei noch einmal, und nehmen Sie, was jetzt dasteht.',
  'edit.many':
    'old_text kommt {count}-mal vor, in den Zeilen {lines}. Nehmen Sie Zeilen davor und danach hinzu, bis es eindeutig ist, oder setzen Sie replace_all.',
  'input.more': 'Und {count} weitere dieser Art.',
  'tool.would-fail': 'Das würde scheitern: {problem}',
  'tool.run': 'JavaScript ausführen',
  'tool.run-python': 'Python ausführen',
  'tool.read': 'Datei lesen',
  'tool.edit': 'Datei ändern',
  'tool.write': 'Datei schreiben',
  'tool.list': 'Ordner auflisten',
  'tool.search': 'Dateien durchsuchen',
  'tool.move': 'Verschieben',
  'tool.delete': 'Löschen',
  'do.search': 'Suchen',
  'do.list': 'Auflisten',
  'do.move': 'Verschieben',
  'preview.create': '{path} anlegen (neue Datei, {count} {count|Zeile|Zeilen})',
  'preview.replace-binary': 'Die Binärdatei {path} ersetzen',
  'preview.unchanged': '{path} unverändert noch einmal schreiben',
  'preview.overwrite': '{path} überschreiben (+{added} −{removed})',
  'preview.delete': '{path} löschen ({count} {count|Byte|Bytes})',
  'preview.delete-folder': 'Den Ordner {path} mit {files} {files|Datei|Dateien} löschen ({bytes} {bytes|Byte|Bytes})',
  'preview.move': '{path} nach {target} verschieben',
  'preview.move-folder': '{path} mit {files} {files|Datei|Dateien} nach {target} verschieben',
  'preview.read': '{path} lesen',
  'preview.read-from': '{path} ab Zeile {from} lesen',
  'preview.read-lines': '{path} von Zeile {from} bis {last} lesen',
  'preview.list': 'Den Ordner {path} auflisten',
  'preview.find': 'Dateien{which} in {path} finden',
  'preview.search': 'Nach „{text}“ in {path}{which} suchen',
  'preview.run': '{count} {count|Zeile|Zeilen} JavaScript in der Sandbox ausführen',
  'preview.with': '{first}, {second}',
  'preview.run-python': '{count} {count|Zeile|Zeilen} Python in der Sandbox ausführen',
  'preview.run-files': 'mit den Dateien dieses Gesprächs',
  'preview.run-host': 'mit Zugang zu {host}',
  'preview.run-limit': 'höchstens {seconds} s lang',
  'program.waits-its-turn':
    'Ein anderes Programm hat die Sandbox und wartet vielleicht in einem anderen Gespräch auf Sie. Dieses beginnt, wenn es fertig ist.',
  'backend.call': '{tool} auf dem Server aufrufen',
  'backend.no-program': 'Nur ein Programm eines Gesprächs auf dem Server kann dieses Werkzeug aufrufen.',
  'backend.not-shown':
    'Der Server fragt vor diesem Aufruf aus einem Grund, den niemand gesehen hat. Deshalb wurde er nicht ausgeführt: {why}',
  'program.nested': 'Ein Programm kann {name} nicht aufrufen: Kein Programm startet ein anderes. Erledige die Arbeit in diesem.',
  'preview.run-tools': 'darf die anderen Werkzeuge aufrufen',
  'preview.run-session': 'mit den Variablen früherer Programme',
  'field.write-path': 'Der vollständige Pfad der Datei, die geschrieben wird.',
  'field.write-content': 'Der Text, der in die Datei geschrieben wird.',
  'field.edit-path': 'Der vollständige Pfad der Datei, die geändert wird.',
  'field.edit-old-text':
    'Genau der Text, der ersetzt wird, wie er in der Datei steht, mit seinen Leerzeichen und Zeilenumbrüchen.',
  'field.edit-new-text': 'Der Text, der an seine Stelle tritt. Leer, um ihn zu entfernen.',
  'field.edit-replace-all': 'Jedes Vorkommen ersetzen. Sonst muss old_text genau einmal vorkommen.',
  'field.edit-patch': 'Statt old_text und new_text: ein Unified Diff für diese eine Datei.',
  'field.delete-path': 'Der vollständige Pfad der Datei oder des Ordners, der gelöscht wird.',
  'field.delete-recursive': 'Einen Ordner mit allem löschen, was darin ist.',
  'field.list-path': "Der Pfad des Ordners. Ohne Angabe die Wurzel '/'.",
  'field.move-from': 'Der vollständige Pfad der Datei oder des Ordners, der verschoben wird.',
  'field.move-to':
    'Der neue vollständige Pfad. Ein vorhandener Ordner oder ein Pfad mit Schrägstrich am Ende nimmt sie unter dem alten Namen auf.',
  'field.read-path': 'Der vollständige Pfad der Datei, die gelesen wird.',
  'field.read-start-line': 'Die erste Zeile, gezählt ab 1. Weglassen, um von vorn zu lesen.',
  'field.read-end-line': 'Die letzte Zeile. Weglassen, um bis zum Ende zu lesen.',
  'field.read-start-character': 'In einer sehr langen Zeile weiterlesen: die Stelle, an der eine frühere Antwort endete.',
  'field.search-text': 'Der gesuchte Text, wörtlich genommen. Weglassen, um Dateien nur nach ihrem Namen zu finden.',
  'field.search-glob': "Welche Dateien, zum Beispiel '*.ts', 'src/**/*.tsx' oder '*.{js,ts}'. Weglassen für alle Dateien.",
  'field.search-path': "Der Ordner, in dem mit allem darunter gesucht wird. Ohne Angabe die Wurzel '/'.",
  'field.search-ignore-case': 'Kleine und große Buchstaben gleich behandeln.',
  'field.run-code':
    "Der JavaScript-Code, zum Beispiel '2 + 2' oder '[3, 1, 2].toSorted()'. Der Wert des letzten Ausdrucks kommt zurück; await geht auch auf oberster Ebene.",
  'field.python-code':
    "Der Python-Code, der laufen soll, etwa '2 ** 100' oder 'sorted([3, 1, 2])'. Der Wert des letzten Ausdrucks kommt zurück; print geht auch.",
  'field.run-timeout-ms': 'Das Programm nach so vielen Millisekunden anhalten. Ohne Angabe 10000.',
  'field.run-use-files':
    'Auf true setzen, um files.read(path), files.write(path, text), files.list(path) und files.delete(path) zu benutzen.',
  'field.run-network-host': 'Der eine Host, den fetch erreichen darf. Ohne ihn gibt es kein Netz.',
  'search.title': 'Werkzeuge suchen',
  'search.call': 'Werkzeuge suchen für „{query}“',
  'search.first':
    'Das Werkzeug {name} wurde in diesem Gespräch noch nicht gefunden, deshalb wurde der Aufruf nicht ausgeführt. Das Modell soll zuerst find_tools aufrufen.',
  'remote.call': '{tool} des MCP-Servers {server} aufrufen, {place}',
  'remote.here': 'ein Programm neben Parley',
  'remote.there': 'bei {host}',
  'remote.gone':
    'Die Verbindung zu Parley brach ab, während der Aufruf lief, und niemand weiß, was aus ihm wurde. Er kann ausgeführt worden sein. Sehen Sie nach, bevor Sie ihn wiederholen.',
  'remote.unreachable': 'Parley ist nicht zu erreichen. Prüfen Sie, ob es läuft, und versuchen Sie es noch einmal.',
  'remote.status': 'Parley antwortete mit dem Status {status}. Sehen Sie in sein Protokoll, und versuchen Sie es noch einmal.',
}
