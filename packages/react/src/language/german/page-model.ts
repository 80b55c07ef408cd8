import type { BrowserSentenceId } from '@parley/browser'

/** Modelle, die in der Seite laufen. */
export const germanPageModel: Readonly<
  Record<Extract<BrowserSentenceId, `page-model.${string}` | `built-in.${string}`>, string>
> = {
  'page-model.wrong-file': 'Die Datei {file} ist nicht zu gebrauchen: {why} Wählen Sie ein Modell im Format GGUF.',
  'page-model.too-large':
    'Die Datei {file} hat {size} MB. Ohne eine Grafikkarte, die dieser Browser Seiten überlässt, antworten nur Modelle bis {most} MB in brauchbarer Zeit. Lassen Sie es den Server ausführen, oder wählen Sie ein kleineres.',
  'page-model.memory':
    'Das Modell {file} braucht etwa {needed} GB Speicher, und eine Seite hat höchstens {most} GB. Lassen Sie es den Server ausführen, oder wählen Sie ein kleineres.',
  'page-model.no-room':
    'Dieser Browser hat keinen Platz für {file}: {needed} GB werden gebraucht, und {free} GB sind frei. Löschen Sie andere Modelle oder Dateien, und versuchen Sie es noch einmal.',
  'page-model.no-store':
    'Dieser Browser hebt für Seiten keine Dateien auf, deshalb lässt sich kein Modell hineinlegen. Nehmen Sie einen anderen Browser oder den Server.',
  'page-model.broke-off': 'Das Kopieren von {file} brach ab ({why}). Nichts davon wurde behalten. Versuchen Sie es noch einmal.',
  'page-model.gone':
    'Die Gewichte von {model} sind nicht mehr in diesem Browser: Sein Speicher wurde geleert. Öffnen Sie die Datei noch einmal (Einstellungen, Modell, Ein Modell holen).',
  'page-model.not-loaded':
    'Die Maschine konnte {model} nicht laden: Die Datei ist unvollständig oder beschädigt, oder von einer Art, die die Maschine nicht kennt. Löschen Sie sie und öffnen Sie eine vollständige, oder wählen Sie ein anderes Modell.',
  'page-model.no-engine':
    'Die Maschine läuft in diesem Browser nicht ({why}). Nehmen Sie ein neues Chrome oder Edge, oder lassen Sie das Modell den Server ausführen.',
  'page-model.blocked':
    'Diese Seite darf die Maschine nicht starten: Ihre Sicherheitsregeln verbieten {directive}. Liefern Sie die Seite mit den Kopfzeilen aus, die Parley nennt.',
  'page-model.hangs':
    'Die Maschine hat {model} nach {seconds} Sekunden noch nicht geladen. Laden Sie die Seite neu, und versuchen Sie es noch einmal, oder lassen Sie das Modell den Server ausführen.',
  'page-model.crashed':
    'Die Maschine in dieser Seite ist mitten in der Antwort abgestürzt. Versuchen Sie es noch einmal: Sie wird neu geladen. Geschieht es wieder, wählen Sie ein kleineres Modell.',
  'page-model.too-long':
    'Das Gespräch ist zu lang für {model}, das in dieser Seite {most} Token auf einmal liest. Beginnen Sie ein neues, oder schalten Sie Werkzeuge aus.',
  'page-model.template': 'Die Chat-Vorlage von {model} nimmt dieses Gespräch nicht: {why} Wählen Sie ein anderes Modell.',
  'page-model.text-only':
    'Das Modell {model} liest hier nur Text. Lassen Sie Bilder und Dateien weg, oder wählen Sie ein anderes Modell.',
  'page-model.no-native':
    'Mit dem Modell {model} wird in einem Dialekt gesprochen, denn zwischen ihm und Parley liest niemand seine Aufrufe. Wählen Sie einen Dialekt.',
  'page-model.stays':
    'Dieses Modell läuft in diesem Browser, deshalb bleibt das Gespräch hier. Wählen Sie zuerst ein Modell des Servers, dann kann es weiterarbeiten, wenn die Seite geschlossen ist.',
  'page-model.failed':
    'Die Maschine in dieser Seite hat versagt: {why}. Versuchen Sie es noch einmal, oder wählen Sie ein anderes Modell.',
  'page-model.speech-files': 'seine eigene Chat-Vorlage sagt es',
  'page-model.speech-usual': 'über dieses Modell ist nichts bekannt, und diesen Dialekt lernt jedes',
  'built-in.label': 'Das Modell dieses Browsers',
  'built-in.away':
    'Das eingebaute Modell dieses Browsers ist nicht da ({state}). Lassen Sie es den Browser noch einmal holen, oder wählen Sie ein anderes Modell.',
  'built-in.too-long':
    'Das Gespräch ist zu lang für das eingebaute Modell dieses Browsers. Beginnen Sie ein neues, oder schalten Sie Werkzeuge aus.',
  'built-in.failed':
    'Das eingebaute Modell dieses Browsers hat versagt: {why}. Versuchen Sie es noch einmal, oder wählen Sie ein anderes Modell.',
}
