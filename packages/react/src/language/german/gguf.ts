/** What the server says about models that run in it. */
export const germanGguf: Readonly<Record<string, string>> = {
  'gguf.label': 'Auf diesem Computer',
  'gguf.no-file': 'Die Datei {file} gibt es nicht. Berichtigen Sie PARLEY_MODEL, oder wählen Sie ein anderes Modell.',
  'gguf.wrong-file':
    'Die Datei {file} ist nicht zu gebrauchen: {why} Wählen Sie ein Modell im Format GGUF, oder laden Sie dieses noch einmal herunter.',
  'gguf.incomplete':
    'Die Datei {file} ist unvollständig oder beschädigt. Löschen Sie sie, und laden Sie sie noch einmal herunter.',
  'gguf.new-architecture':
    'Die Maschine kennt die Art des Modells in {file} nicht ({kind}). Wählen Sie ein anderes Modell; ein neueres Parley bringt vielleicht eine Maschine mit, die es kennt.',
  'gguf.not-loaded':
    'Die Maschine konnte {file} nicht laden: {why}. Wählen Sie ein anderes Modell, oder laden Sie dieses noch einmal herunter.',
  'gguf.memory':
    'Das Modell {model} braucht etwa {needed} GB Speicher, und {free} GB sind frei. Schließen Sie andere Programme, oder wählen Sie ein kleineres Modell.',
  'gguf.memory-met':
    'Der Speicher dieses Computers reicht nicht für {model}. Schließen Sie andere Programme, oder wählen Sie ein kleineres Modell.',
  'gguf.not-installed':
    'Die Maschine, auf der {model} läuft, ist noch nicht installiert: {fetched} MB herunterzuladen, {disk} MB auf der Platte. Installieren Sie sie im Studio (Einstellungen, Modell, Ein Modell holen) oder mit: parley engine install',
  'gguf.no-engine':
    'Für diese Art von Computer ({system}) gibt es keine Maschine. Nehmen Sie Ollama oder einen anderen Modellserver.',
  'gguf.install-failed':
    'Die Maschine ließ sich nicht installieren ({why}). Prüfen Sie, ob dieser Computer im Netz ist, und versuchen Sie es noch einmal, oder von Hand: {command}',
  'gguf.ended':
    'Die Maschine, auf der {model} lief, hat mitten in der Antwort aufgehört ({how}). Versuchen Sie es noch einmal: Sie wird neu gestartet. Geschieht es wieder, ist vielleicht der Speicher knapp: Wählen Sie ein kleineres Modell.',
  'gguf.too-long':
    'Das Gespräch hat {tokens} Token, und das Modell liest hier {most} auf einmal. Beginnen Sie ein neues Gespräch, oder starten Sie Parley mit PARLEY_CONTEXT={wanted}; das braucht mehr Speicher.',
  'gguf.grammar':
    'Die Maschine konnte die Grammatik dieser Anfrage nicht lesen ({why}). Wählen Sie für das Modell einen anderen Dialekt.',
  'gguf.failed': 'Die Maschine ist gescheitert: {why}. Versuchen Sie es noch einmal, oder wählen Sie ein anderes Modell.',
  'gguf.template': 'Die Vorlage von {model} nimmt dieses Gespräch nicht an: {why} Wählen Sie ein anderes Modell.',
  'gguf.text-only': 'Das Modell {model} liest nur Text. Lassen Sie Bilder und Dateien weg, oder wählen Sie ein anderes Modell.',
  'gguf.no-native':
    'Mit dem Modell {model} wird in einem Dialekt gesprochen, denn zwischen ihm und Parley steht nichts, das seine Aufrufe läse. Lassen Sie `native` weg.',
  'gguf.plan-context': '{tokens} Token auf einmal von {trained}, für die es trainiert ist: {why}',
  'gguf.why-memory': 'mehr passte nicht in den freien Speicher',
  'gguf.why-enough': 'das reicht für lange Gespräche, und mehr kostete Speicher',
  'gguf.why-trained': 'für mehr ist es nicht trainiert',
  'gguf.why-set': 'von Ihnen eingestellt',
  'gguf.plan-threads': '{threads} von {cores} Kernen, damit der Computer benutzbar bleibt',
  'gguf.plan-threads-set': '{threads} Fäden, von Ihnen eingestellt',
  'gguf.plan-cpu': 'auf dem Prozessor: Eine Maschine für eine Grafikkarte ist nicht installiert',
  'gguf.plan-gpu': 'auf der Grafikkarte, wenn sie gefunden wird',
  'gguf.plan-slots': '{slots} Gespräche auf einmal; weitere warten',
  'gguf.no-template': 'seine Datei hat keine Vorlage, also wird mit ihm wie mit den meisten Modellen gesprochen',
  'gguf.own-page':
    'Nur eine Seite dieses Servers auf diesem Computer, von jemandem, der ändern darf, was allen gehört, darf Maschinen und Modelle installieren.',
  'weights.unreachable':
    '{host} ist nicht zu erreichen ({why}). Prüfen Sie, ob dieser Computer im Netz ist, oder nennen Sie in PARLEY_MIRROR einen anderen Ort.',
  'weights.gated':
    'Diesem Modell muss erst zugestimmt werden. Öffnen Sie {page}, nehmen Sie die Bedingungen an, oder wählen Sie ein anderes Modell.',
  'weights.gone':
    '{host} gibt {file} nicht heraus (Status {status}). Wählen Sie ein anderes Modell, oder versuchen Sie es später noch einmal.',
  'weights.no-checksum':
    '{host} nennt die Prüfsumme von {file} nicht, also wird es nicht heruntergeladen. Nennen Sie in PARLEY_MIRROR einen anderen Ort.',
  'weights.wrong-checksum':
    'Die Datei {file} ist nicht, was sie sein soll: Ihre Prüfsumme stimmt nicht, also wurde sie gelöscht. Laden Sie sie noch einmal herunter; bleibt es so, nennen Sie in PARLEY_MIRROR einen anderen Ort.',
  'weights.no-room':
    'Für {file} ist nicht genug Platz: {needed} GB werden gebraucht, und {free} GB sind frei. Schaffen Sie Platz auf der Platte, und versuchen Sie es noch einmal.',
  'weights.disk-full':
    'Die Platte ist voll, also ist {file} nicht vollständig. Schaffen Sie Platz, und versuchen Sie es noch einmal: Es geht dort weiter, wo es war.',
  'weights.broke-off':
    'Das Herunterladen von {file} ist abgebrochen ({why}). Versuchen Sie es noch einmal: Es geht dort weiter, wo es war.',
  'gguf.other-engine':
    'Die Maschine für diesen Computer ist {name}. Laden Sie die Seite neu, und sehen Sie nach, was installiert würde.',
  'gguf.busy':
    'Das Modell {model} antwortet gerade jemandem. Warten Sie, bis es fertig ist, oder halten Sie die Antwort an, und versuchen Sie es dann noch einmal.',
  'weights.not-offered':
    'Ein Modell {model} gibt es nicht zum Herunterladen. Laden Sie die Seite neu: Die Liste kann sich geändert haben.',
  'weights.not-found': 'Weder Ollama noch LM Studio hat auf diesem Computer noch ein Modell {model}. Sehen Sie noch einmal nach.',
  'weights.not-here':
    'Ein Modell {model} liegt nicht mehr auf der Platte dieses Servers. Laden Sie die Seite neu, und wählen Sie ein anderes.',
  'weights.not-ours':
    'Es gibt kein Modell {model}, das Parley heruntergeladen hat oder von einem anderen Programm benutzt. Was PARLEY_MODEL nennt, wird von hier aus nicht gelöscht.',
}
