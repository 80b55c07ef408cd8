/** What the server's doctor says. */
export const germanDoctorServer: Readonly<Record<string, string>> = {
  'doctor.found.no-call': 'ruft nicht auf, obwohl es soll',
  'doctor.found.unreadable': 'schreibt einen Aufruf, der sich nicht lesen lässt',
  'doctor.found.only-shown': 'schreibt den Aufruf in einen Gedanken oder einen Code-Block, wo Aufrufe nicht laufen',
  'doctor.found.other-dialect': 'schreibt den Aufruf in einem anderen Dialekt, als ihm beigebracht wurde',
  'doctor.found.too-few': 'macht weniger Aufrufe, als verlangt sind',
  'doctor.found.too-many': 'macht mehr Aufrufe, als verlangt sind',
  'doctor.found.arguments': 'ruft mit anderen Argumenten auf, als ihm gegeben wurden',
  'doctor.found.unicode': 'verdirbt Zeichen jenseits von ASCII',
  'doctor.found.code': 'verändert Programmtext, den es weitergeben soll',
  'doctor.found.calls-unasked': 'ruft auf, obwohl nichts danach verlangt',
  'doctor.found.runs-shown': 'ruft auf, was es nur zeigen soll',
  'doctor.found.calls-again': 'ruft noch einmal auf, statt aus dem Ergebnis zu antworten',
  'doctor.found.text-around': 'um den Aufruf herum steht Text',
  'doctor.found.marks-leak': 'Zeichen des Dialekts geraten in den Text',
  'doctor.found.no-answer': 'sagt nichts',
  'doctor.found.ignores-result': 'sagt nicht, was das Werkzeug gefunden hat',
  'doctor.found.cut-off': 'schrieb noch, als die Grenze der Untersuchung erreicht war',
  'doctor.found.refused': 'sein Server weist die Anfrage zurück',
  'doctor.found.slow': 'sein Server hat nicht rechtzeitig geantwortet',
  'doctor.found.unreachable': 'sein Server hat versagt',
  'doctor.found.unknown-dialect': 'ist hier nicht bekannt, sodass seine Antworten nicht noch einmal gelesen werden können',
  'doctor.remark.only-whole': 'Sein Server findet den Aufruf nur, wenn die Antwort nicht gestreamt wird.',
  'doctor.remark.server-loses': 'Das Modell schreibt den Aufruf, aber sein Server verliert ihn.',
  'doctor.because.perfect': 'Alles, was gefragt wurde, wurde ohne Mangel beantwortet.',
  'doctor.because.best': '{right} von {asked} Antworten waren richtig, mehr als auf die anderen Weisen.',
  'doctor.because.none':
    'Auf keine Weise kam ein Aufruf zustande, der sich verwenden lässt. Wählen Sie ein anderes Modell, oder einen anderen Server dafür.',
  'doctor.because.slow':
    'Das Modell hat nicht rechtzeitig geantwortet, deshalb wird nichts empfohlen. Versuchen Sie es noch einmal, wenn sein Server weniger zu tun hat.',
  'doctor.because.unreachable':
    'Der Server des Modells hat versagt, deshalb wird nichts empfohlen. Sehen Sie nach, ob er läuft, und versuchen Sie es noch einmal.',
  'doctor.because.budget':
    'Mehr durfte es nicht kosten, bevor eine Weise ganz untersucht war. Erlauben Sie mehr Anfragen, Token oder Zeit, und versuchen Sie es noch einmal.',
  'doctor.holds': 'Mit den Lesern von heute noch einmal gelesen, wird jede Antwort beurteilt wie damals.',
  'doctor.differs':
    'Mit den Lesern von heute noch einmal gelesen, {count|wird|werden} {count} {count|Antwort|Antworten} anders beurteilt als damals.',
  'doctor.demo':
    'Die Vorführung ist ein Skript und kein Modell, also gibt es nichts zu untersuchen. Wählen Sie ein anderes Modell.',
  'doctor.card-large': 'Dieser Befund ist größer als jeder, den der Doktor schreibt. Wählen Sie eine andere Datei.',
  'doctor.card-json':
    'Das ist kein Befund des Doktors: Es ist kein gültiges JSON. Wählen Sie eine Datei, die der Doktor geschrieben hat.',
  'doctor.card-other': 'Das ist kein Befund des Doktors. Wählen Sie eine Datei, die der Doktor geschrieben hat.',
  'doctor.card-version':
    'Diesen Befund hat eine andere Version von Parley geschrieben (Version {version}; diese liest {known}). Untersuchen Sie das Modell neu.',
  'doctor.card-wrong':
    'Dieser Befund wurde verändert oder ist beschädigt: Das Feld `{field}` ist nicht so, wie der Doktor es schreibt. Wählen Sie eine andere Datei.',
  'doctor.no-card': 'Diesen Befund gibt es nicht. Vielleicht wurde er gelöscht.',
  'doctor.kept-not': 'Der Befund liegt vor, kann aber nicht aufgehoben werden: {why}',
  'doctor.own-page': 'Nur eine Seite dieses Servers oder wer sein Token hat darf Modelle untersuchen lassen.',
  'speech.doctor': 'am {date} vom Doktor untersucht, {right} von {asked} Antworten richtig',
}
