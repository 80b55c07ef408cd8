/** What the server says to the page. */
export const germanServer: Readonly<Record<string, string>> = {
  'thread.steps':
    'Das Modell hat in einem Zug {steps}-mal Werkzeuge aufgerufen, deshalb wurde der Zug beendet. Sagen Sie, wie es weitergehen soll, oder erhöhen Sie limits.steps.',
  'summary.busy': 'Dieses Gespräch ist beschäftigt. Warten Sie, entscheiden Sie, was darin wartet, oder halten Sie es zuerst an.',
  'summary.too-short': 'Es gibt noch nichts zusammenzufassen: Die letzten zwei Runden bleiben immer, wie sie sind.',
  'summary.empty': 'Das Modell hat keine Zusammenfassung geschrieben. Versuchen Sie es noch einmal, oder wählen Sie ein anderes.',
  'thread.id': 'Das Feld `config.threadId` muss aus 1 bis 128 Buchstaben, Ziffern, Punkten, Doppelpunkten und Strichen bestehen.',
  'thread.just-begun':
    'Eine andere Anfrage hat dieses Gespräch gerade begonnen. Hören Sie ihm zu, oder fragen Sie später noch einmal.',
  'thread.nothing-new':
    'In `messages` steht für dieses Gespräch nichts Neues. Senden Sie eine Frage oder die Ergebnisse wartender Aufrufe.',
  'thread.asked-already': 'Diese Frage wurde schon gestellt und beantwortet. Die Antwort steht im Gespräch.',
  'thread.at-work': 'Das Gespräch arbeitet noch an der letzten Frage. Hören Sie ihm zu, oder brechen Sie es zuerst ab.',
  'thread.tool-taken': 'Der Server hat selbst ein Werkzeug `{name}`. Geben Sie Ihrem einen anderen Namen.',
  'thread.may-have-run':
    'Der Server hielt an, während dieser Aufruf lief, und niemand weiß, was daraus wurde. Er kann gelaufen sein. Sehen Sie nach, was geschehen ist, bevor Sie ihn wiederholen.',
  'question.no-fields': 'Zu dieser Frage gibt es nichts auszufüllen. Senden Sie kein `content`.',
  'question.format':
    'Das Feld `{name}` muss ein gültiges {format} sein. Berichtigen Sie es, und senden Sie die Antwort noch einmal.',
  'thread.call-not-here':
    'Der Aufruf `{call}` läuft hier jetzt nicht. Vielleicht ist er zu Ende, oder ein anderer Server führt ihn aus. Beenden Sie stattdessen den ganzen Zug.',
  'thread.no-mcp': 'Dieser Server hat keine MCP-Server, deshalb können deren Werkzeuge nicht angeboten werden.',
  'thread.mcp-in-page':
    'Im Chat führt die Seite Werkzeuge von MCP-Servern selbst aus. Lassen Sie `config.mcpTools` weg, oder wählen Sie den Agenten.',
  'thread.mcp-not-ours':
    'Nur eine Seite dieses Servers, oder wer sein Token hat, darf in einem Gespräch Werkzeuge von MCP-Servern benutzen. Senden Sie das Token.',
  'thread.answer-question':
    'Der Aufruf `{call}` fragt etwas zurück. Antworten Sie mit `input`, oder brechen Sie das Gespräch ab.',
  'thread.asks-nothing':
    'Der Aufruf `{call}` fragt nichts zurück. Erlauben Sie ihn, lehnen Sie ihn ab, oder senden Sie sein Ergebnis.',
  'thread.other-question': 'Der Aufruf `{call}` fragt inzwischen etwas anderes. Im Gespräch steht, was.',
  'thread.no-checkpoint': 'Diesen Zwischenstand hat das Gespräch nicht. Im Gespräch steht, welche es hat.',
  'thread.answered-twice': 'Der Aufruf `{call}` wird in einer Anfrage zweimal beantwortet. Beantworten Sie ihn einmal.',
  'thread.ended-by-steps': 'Der Zug endete an seiner Grenze für Schritte. Senden Sie eine Nachricht, um weiterzumachen.',
  'thread.waits': 'Das Gespräch wartet auf Antworten zu Aufrufen. Senden Sie dafür `answers`.',
  'thread.nothing-to-resume': 'Es gibt nichts fortzusetzen. Senden Sie eine Nachricht, oder hören Sie dem Gespräch zu.',
  'thread.no-call': 'Das Gespräch hat keinen Aufruf `{call}`. Im Gespräch steht, welche warten.',
  'thread.runs-in-page':
    'Das Werkzeug `{tool}` läuft in der Seite, nicht auf dem Server. Führen Sie es dort aus, und senden Sie sein Ergebnis.',
  'thread.runs-on-server':
    'Das Werkzeug `{tool}` läuft auf dem Server, und nur er kennt sein Ergebnis. Genehmigen Sie den Aufruf, oder lehnen Sie ihn ab.',
  'store.disk-full':
    'Die Festplatte des Servers ist voll, deshalb lässt sich nichts mehr speichern. Schaffen Sie Platz, und versuchen Sie es noch einmal.',
  'store.database':
    'Die Datenbank der Gespräche lässt sich nicht benutzen{why}. Prüfen Sie, ob sie läuft und DATABASE_URL stimmt, und versuchen Sie es noch einmal.',
  'thread.let-go':
    'Dieser Server musste das Gespräch loslassen: Seine Datenbank war nicht rechtzeitig zu erreichen, oder ein anderer Server hat es übernommen. Öffnen Sie das Gespräch gleich noch einmal.',
  'thread.no-program':
    'Der Aufruf `{call}` wartet nicht auf ein Programm, das Werkzeuge dieses Servers aufrufen darf. Nur ein solches Programm darf sie hier aufrufen.',
  'thread.other-inner':
    'Das Programm hat an dieser Stelle schon einen anderen Aufruf gemacht. Läuft es noch einmal, muss es dasselbe verlangen.',
  'thread.inner-not-shown':
    'Der Server fragt vor diesem Aufruf mit einem Grund, den niemand gesehen hat. Deshalb wurde er nicht ausgeführt. Rufen Sie noch einmal auf, um gefragt zu werden.',
  'thread.inner-lost':
    'Der Server konnte diesen Aufruf noch nicht beenden. Fragen Sie noch einmal; er wird nicht zweimal begonnen.',
  'tool.none': 'Dieser Server hat kein eigenes Werkzeug `{name}`.',
  'thread.none': 'Dieses Gespräch gibt es nicht. Vielleicht wurde es gelöscht, oder es gehört jemand anderem.',
  'thread.call-answered': 'Dieser Aufruf ist schon beantwortet. Im Gespräch steht, was daraus wurde.',
  'waiting.decided': 'Über diesen Aufruf ist schon entschieden, oder er wurde zurückgezogen. Sehen Sie ihn noch einmal an.',
  'waiting.not-now':
    'Gerade wartet niemand auf diesen Aufruf, oder eine andere Seite führt ihn aus. Er läuft, wenn sein Programm wieder aufruft.',
  'waiting.page-only':
    'Über Aufrufe anderer Agenten entscheidet nur eine Seite dieses Servers. Öffnen Sie Parley in einem Browser.',
  'hands.off':
    'Dieser Server führt für Programme keine Werkzeuge aus. Lassen Sie den Kopf `x-parley-tools` weg, und was hinter dem + des Modells steht. Wer den Server betreibt, erlaubt es mit PARLEY_HANDS=yes.',
  'hands.unknown': '`{name}` gibt es unter den Werkzeugen nicht, die dieser Server verleiht. Er hat {known}.',
  'hands.away': 'Die Werkzeuge von `{name}` sind gerade nicht zu haben: {why}',
  'hands.taken':
    'Die Anfrage bringt selbst ein Werkzeug `{name}` mit und verlangt eines dieses Servers, das ebenso heißt. Geben Sie ihm einen anderen Namen, oder verlangen Sie unseres nicht.',
  'hands.no-door':
    'An dieser Adresse werden keine Werkzeuge dieses Servers ausgeführt. Lassen Sie den Kopf `x-parley-tools` weg, oder nehmen Sie /v1/chat/completions, /v1/responses oder /v1/messages.',
  'waiting.no-call': 'Diesen Aufruf gibt es nicht mehr. Sein Programm hat ihn vielleicht zurückgezogen.',
  'waiting.no-question':
    'Dieses Gespräch enthält die Aufrufe eines anderen Agenten und nimmt nur Entscheidungen an. Fragen Sie in einem eigenen Gespräch.',
  'address.thread': 'Unter dieser Adresse gibt es nichts. docs/agent-mode.md nennt die Adressen der Gespräche.',
  'model.not-of': '{label} hat kein Modell `{model}`. Wählen Sie ein anderes.',
  'speech.ai-sdk': 'es ist ein Modell des AI SDK',
  'model.ended-early': 'Das Modell hat die Übertragung mitten in seiner Antwort beendet. Versuchen Sie es noch einmal.',
  'model.failed-with': 'Das Modell ist gescheitert: {words}. Versuchen Sie es noch einmal, oder wählen Sie ein anderes Modell.',
  'address.post': '{path} nimmt POST mit JSON, nicht {method}. Die README des Servers zeigt, wie.',
  'address.none':
    'Unter {method} {path} gibt es nichts. OpenAI-Clients nehmen die Adresse dieses Servers mit /v1 dahinter (/v1/chat/completions, /v1/responses, /v1/models), Anthropic-Clients ohne (/v1/messages, /v1/messages/count_tokens), Gemini-Clients ebenso (/v1beta/models), Ollama-Clients mit /ollama dahinter (/ollama/api/chat). Seine eigenen Adressen sind /api/chat, /api/respond und /api/models.',
  'tool.declared-twice':
    'Das Werkzeug `{tool}` ist zweimal angegeben. Lassen Sie es in `tools` weg, oder schalten Sie seinen Werkzeugsatz ab.',
  'request.in-config':
    'Das Feld `{field}` gehört in `config`. Verschieben Sie es dorthin, und senden Sie die Anfrage noch einmal.',
  'request.model-in-config':
    'Das Feld `model` gehört in `config`. Setzen Sie es dorthin, und senden Sie die Anfrage noch einmal. Ein Ollama-Client nimmt die Adresse dieses Servers mit /ollama dahinter.',
  'turn.steps':
    'Das Modell hat in einem Zug {steps}-mal Werkzeuge aufgerufen, deshalb wurde der Zug beendet. Fragen Sie noch einmal, oder erhöhen Sie limits.steps.',
  'server.mistake':
    'Der Server hat einen Fehler gemacht. Versuchen Sie es noch einmal; bleibt es dabei, sehen Sie in sein Protokoll.',
  'answer.broke-off': 'Die Antwort brach ab, bevor sie vollständig war. Versuchen Sie es noch einmal.',
  'answer.stopping':
    'Der Server wird gerade angehalten, deshalb brach die Antwort ab. Versuchen Sie es noch einmal, wenn er zurück ist.',
  'body.compressed': 'Die Anfrage ist komprimiert. Senden Sie sie als einfaches JSON, ohne den Header `content-encoding`.',
  'body.not-json': 'Die Anfrage ist kein gültiges JSON{where}. Senden Sie ein JSON-Objekt.',
  'body.deep': 'Die Anfrage ist tiefer als {most} Ebenen verschachtelt. Senden Sie eine flachere.',
  'body.values':
    'Die Anfrage enthält mehr als {most} Werte. Senden Sie weniger Nachrichten, Werkzeuge oder Teile, oder erhöhen Sie limits.bodyValues.',
  'body.arguments':
    'Die Argumente der Aufrufe in der Anfrage haben mehr als {most} Zeichen. Senden Sie weniger oder kleinere Aufrufe.',
  'body.message':
    'Eine Nachricht hat mehr als {most} Zeichen, mehr als ein Modell liest. Senden Sie weniger davon, oder senden Sie sie als Datei.',
  'body.tools': 'Die Anfrage nennt mehr als {most} Werkzeuge. Senden Sie nur die, die das Modell braucht.',
  'body.schemas': 'Die Schemas der Werkzeuge enthalten mehr als {most} Werte. Senden Sie weniger oder einfachere Werkzeuge.',
  'speech.shape': 'seine Form steht in der Konfiguration',
  'body.read-before':
    'Ein anderer Handler hat diese Anfrage schon gelesen. Binden Sie Parley vor ihm ein: in Express vor express.json().',
  'body.broke-off': 'Die Anfrage brach vor ihrem Ende ab. Senden Sie sie noch einmal.',
  'body.large':
    'Die Anfrage ist größer als {size}. Senden Sie weniger oder kürzere Nachrichten, oder erhöhen Sie limits.bodyBytes.',
  'request.wrong': 'Das Feld `{field}` ist falsch: {why}. Berichtigen Sie es, und senden Sie die Anfrage noch einmal.',
  'call.not-made':
    'Das Modell hat das verlangte Werkzeug nicht aufgerufen, obwohl es zweimal gebeten wurde. Mit ihm wird auf die Weise `{way}` gesprochen: {reason}. Fragen Sie noch einmal, lassen Sie es wählen (`auto`), lassen Sie es untersuchen, oder nehmen Sie ein anderes Modell.',
  'call.never-read':
    'Das Modell schrieb einen Aufruf, der sich nicht lesen ließ, und wurde zweimal darum gebeten. Mit ihm wird auf die Weise `{way}` gesprochen: {reason}. Fragen Sie noch einmal, lassen Sie es untersuchen, oder nehmen Sie ein anderes Modell.',
  'model.unknown':
    'Das Modell `{name}` ist nicht eingerichtet. Wählen Sie eines, das GET /api/models nennt, oder richten Sie seinen Anbieter ein.',
  'provider.no-door': '{label} hat kein {path}. Wählen Sie ein Modell eines Anbieters, der OpenAIs Format spricht und es hat.',
  'provider.no-door-there':
    '{problem} Vielleicht gibt es dort kein {path}, oder nicht für dieses Modell: Wählen Sie ein anderes Modell.',
  'request.no-model': 'Das Feld `model` muss ein Modell nennen. GET /v1/models zählt sie auf.',
  'body.no-form':
    'Die Anfrage ist kein Formular, obwohl ihr content-type es sagt. Senden Sie sie als multipart/form-data mit ihrer Trennlinie.',
  'model.alias':
    'Das Modell `{alias}` steht für `{name}`, das nicht eingerichtet ist. Berichtigen Sie es in `aliases` der Konfiguration, oder richten Sie seinen Anbieter ein.',
  'budget.used-up':
    'Das Budget von {most} {span} von `{owner}` ist aufgebraucht. Platz ist wieder ab {again}: Fragen Sie dann, oder erhöhen Sie `budgets` in der Konfiguration.',
  'budget.requests': '{most} {most|Anfrage|Anfragen}',
  'budget.tokens': '{most} Token',
  'budget.money': '{most} (Geld)',
  'budget.minute': 'je Minute',
  'budget.day': 'am Tag',
  'budget.month': 'im Monat',
  'route.failed': '{problem} Gefragt war `{target}`, eines der Modelle, für die `{name}` steht.',
  'route.rest':
    'Alle Modelle, für die `{name}` steht, sind vor kurzem ausgefallen und werden eine Weile in Ruhe gelassen. {problem}',
  'speech.asked': 'so gewünscht',
  'speech.configured': 'in der Konfiguration so gesetzt',
  'speech.usual': 'über dieses Modell ist nichts bekannt, und diesen Dialekt lernt jedes',
  'default.set': 'Es ist als Standardmodell gesetzt.',
  'default.first': 'Es ist das erste Modell von {provider}.',
  'default.demo': 'Noch ist kein Modell verbunden, deshalb antwortet die Vorführung.',
  'default.none': 'Noch ist kein Modell verbunden.',
  'connect.no-address': '{address} ist keine Adresse eines Servers. Schreiben Sie eine, die mit http:// oder https:// beginnt.',
  'connect.key-in-address':
    'In der Adresse steht ein Name oder ein Kennwort. Lassen Sie beides weg und schreiben Sie den Schlüssel in sein eigenes Feld.',
  'connect.tail': 'In der Adresse {address} darf nichts hinter ? oder # stehen. Lassen Sie es weg.',
  'connect.machine-address':
    'Unter {host} findet ein Computer in einer Cloud seine eigenen Schlüssel, und kein Modell. Schreiben Sie eine andere Adresse.',
  'connect.itself': 'Das ist die Adresse von Parley selbst. Schreiben Sie die Adresse des Servers, der das Modell hat.',
  'connect.own-page': 'Nur eine Seite dieses Servers, oder wer sein Token hat, darf Modelle verbinden.',
  'connect.replicas':
    'Dieser Server hat seine Gespräche in einer PostgreSQL-Datenbank, die andere mitbenutzen können. Modelle werden darum in der Konfiguration aller verbunden: parley.config.json.',
  'connect.configured': 'Der Anbieter `{id}` steht in der Konfiguration des Servers. Ändern Sie ihn dort.',
  'connect.none': 'Es gibt keinen Anbieter `{id}`. Vielleicht wurde er in einem anderen Fenster entfernt.',
  'connect.key-again':
    'Die Adresse gehört zu einem anderen Server; dorthin geht der aufbewahrte Schlüssel nicht. Schreiben Sie den Schlüssel neu, oder lassen Sie ihn leer.',
  'connect.wrong-key':
    '{label} hat den Schlüssel abgelehnt. Prüfen Sie, ob er vollständig ist, noch gilt und von diesem Anbieter stammt.',
  'connect.wants-key': '{label} verlangt einen Schlüssel. Schreiben Sie ihn in sein Feld.',
  'connect.file':
    '{file} ist nicht lesbar, darum fehlt, was auf der Seite verbunden wurde. Bringen Sie die Datei in Ordnung, oder löschen Sie sie.',
  'provider.no-json': '{label} hat nicht das JSON geantwortet, das ein solcher Server sendet. Prüfen Sie die Adresse.',
  'provider.no-list':
    '{label} hat nicht mit einer Liste von Modellen geantwortet. Prüfen Sie die Adresse, oder nennen Sie die Modelle in der Konfiguration.',
  'provider.endless':
    '{label} hat mehr als {megabytes} MB gesendet und kam zu keinem Ende, deshalb wurde die Antwort abgeschnitten. Begrenzen Sie ihre Länge.',
  'provider.unreachable':
    '{label} ist nicht erreichbar. Starten Sie den Server oder prüfen Sie seine Adresse, oder wählen Sie ein anderes Modell.',
  'provider.broke-off':
    'Die Verbindung zu {label} brach mitten in der Antwort ab. Versuchen Sie es noch einmal; bleibt es dabei, sehen Sie in das Protokoll dort.',
  'provider.closed':
    '{label} hat die Verbindung geschlossen, ohne zu antworten. Versuchen Sie es noch einmal; bleibt es dabei, sehen Sie in das Protokoll dort.',
  'provider.redirects':
    '{label} leitet Anfragen an eine andere Adresse weiter, an die der Schlüssel nicht gehen darf. Richten Sie die richtige Adresse ein.',
  'provider.no-stream':
    '{label} hat mit {kind} statt mit einem Datenstrom geantwortet. Prüfen Sie die Adresse. Es begann mit: {beginning}',
  'answer.over': 'Die Antwort ist zu Ende.',
  'server.no-agent':
    'Dieser Server hat keinen Agenten. Setzen Sie `config.mode` auf "chat", oder starten Sie den Server mit einem Agenten.',
  'traffic.own-page': 'Nur eine Seite dieses Servers auf diesem Computer darf sehen, was durch das Gateway geht.',
  'traffic.watched':
    'Der Verkehr wird schon an {most} Stellen angesehen. Schließen Sie eine davon, und versuchen Sie es noch einmal.',
  'server.sign-in': 'Hier ist niemand angemeldet, oder die Zeit ist um. Öffne diesen Server in einem Browser und melde dich an.',
  'server.admin': 'Das darf nur ein Admin. Frag, wer diesen Server betreibt.',
  'sign-in.late':
    'Diese Anmeldung hat nicht in diesem Browser begonnen oder zu lange gedauert. Öffne {door} und melde dich noch einmal an.',
  'sign-in.failed':
    'Die Anmeldung ist nicht gelungen. Öffne {door} und versuch es noch einmal; wenn es so bleibt, sieh ins Log des Servers.',
  'sign-in.not-you':
    'Du bist angemeldet, darfst diesen Server aber nicht benutzen. Bitte, wer ihn betreibt, deine `{claim}` aufzunehmen.',
  'traffic.none': 'Diese Anfrage ist nicht mehr da. Behalten werden nur die letzten hundert.',
  'server.own-usage': 'Nur eine Seite dieses Servers oder wer sein Token hat darf lesen, was verbraucht wurde.',
  'server.own-page': 'Nur eine Seite dieses Servers oder wer sein Token hat darf lesen, was mit Anbietern gesprochen wurde.',
  'server.token':
    'Dieser Server verlangt ein Token. Senden Sie es als `Authorization: Bearer …`, oder öffnen Sie die Adresse, die der Server ausgegeben hat.',
  'server.name':
    'Auf den Namen {host} antwortet dieser Server nicht. Nehmen Sie die Adresse, die er ausgegeben hat, oder tragen Sie den Namen in PARLEY_HOSTS ein.',
  'server.no-origin': 'Eine Seite ohne Herkunft darf diesen Server nicht benutzen. Stellen Sie die Seite über HTTP bereit.',
  'server.too-many':
    'Zu viele Anfragen. Versuchen Sie es in {seconds} {seconds|Sekunde|Sekunden} noch einmal, oder erhöhen Sie limits.requestsPerMinute.',
  'server.stopping': 'Der Server wird gerade angehalten. Versuchen Sie es noch einmal, wenn er zurück ist.',
  'server.busy':
    'Der Server beantwortet schon so viele Anfragen, wie er darf. Versuchen Sie es gleich noch einmal, oder erhöhen Sie limits.streams.',
  'tool.unknown-set':
    'In `config.enabledTools` gibt es keinen Werkzeugsatz und kein Werkzeug `{name}`. Nehmen Sie {known}, oder senden Sie die Werkzeuge selbst in `tools`.',
  'speech.vendor': 'der Anbieter nimmt Werkzeuge von sich aus',
  'speech.template': 'seine Chat-Vorlage nimmt Werkzeuge',
  'speech.template-known': 'seine Chat-Vorlage nimmt Werkzeuge und schreibt Aufrufe als `{dialect}`',
  'speech.template-own': 'seine Chat-Vorlage nimmt Werkzeuge und schreibt Aufrufe in einem eigenen Dialekt',
  'speech.files': 'seine eigene Chat-Vorlage sagt es',
  'speech.server': 'sein Server sagt, dass es Werkzeuge nimmt',
  'speech.no-server': 'sein Server sagt, dass es keine Werkzeuge nimmt',
  'speech.tried': 'es wurde einmal gefragt und rief von sich aus ein Werkzeug auf',
  'speech.no-template': 'seine Chat-Vorlage nimmt keine Werkzeuge',
  'speech.ollama': 'Ollama sagt, dass es Werkzeuge nimmt',
  'speech.no-ollama': 'Ollama sagt, dass es keine Werkzeuge nimmt',
  'provider.silent':
    '{label} hat {count} {count|Sekunde|Sekunden} lang nichts gesendet, deshalb wurde die Antwort aufgegeben. Versuchen Sie es noch einmal, oder lassen Sie mehr Zeit: limits.{setting} in parley.config.json.',
  'provider.silent-ms':
    '{label} hat {count} Millisekunden lang nichts gesendet, deshalb wurde die Antwort aufgegeben. Versuchen Sie es noch einmal, oder lassen Sie mehr Zeit: limits.{setting} in parley.config.json.',
  'provider.nothing-known': 'nichts Erkennbarem',
  'request.copies':
    'Das Feld `n` verlangt {copies} Antworten. Möglich sind höchstens {most}, und nicht als Strom: Verlange weniger, oder ohne `stream`.',
  'memory.none':
    '`{id}` ist hier nicht aufbewahrt: zu alt, mit `store: false` gesendet oder von jemand anderem. Sende das ganze Gespräch in `input`.',
  'shape.missed':
    'Das Modell hat seiner Antwort nicht die verlangte Form gegeben, obwohl es zweimal gefragt wurde. {problem} Vereinfache das Schema oder wähle ein anderes Modell.',
  'request.shape-taught':
    'Das Feld `{field}` verlangt eine Antwort in einer bestimmten Form, aber diesem Modell werden seine Werkzeuge in Worten beigebracht, die nicht in diese Form passen. Lassen Sie die Werkzeuge oder das Feld weg.',
  'request.shape-format':
    'Das Feld `{field}` verlangt eine Antwort in einer bestimmten Form, aber der Server dieses Modells spricht ein anderes Format, in dem sich das nicht verlangen lässt. Nehmen Sie die Adresse jenes Formats, oder lassen Sie das Feld weg.',
  'call.no-tools':
    'Ein Aufruf wird verlangt, aber es gibt keine Werkzeuge. Fügen Sie `tools` hinzu, oder setzen Sie die Wahl auf "auto".',
  'call.no-tool':
    'Ein Aufruf wird verlangt, aber es gibt kein Werkzeug `{name}`. Fügen Sie es zu `tools` hinzu, oder setzen Sie die Wahl auf "auto".',
  'store.folder':
    'Der Server darf nicht in seinen Datenordner {folder} schreiben. Machen Sie ihn beschreibbar, oder nennen Sie in PARLEY_DATA einen anderen.',
  'store.data-folder':
    'Der Server darf nicht in seinen Datenordner schreiben. Machen Sie ihn beschreibbar, oder nennen Sie in PARLEY_DATA einen anderen.',
  'server.origin':
    'Eine Seite von {origin} darf diesen Server nicht benutzen. Tragen Sie ihre Herkunft in PARLEY_ORIGINS ein, falls sie es soll.',
  'server.other-site':
    'Eine Seite einer anderen Website darf diesen Server nicht benutzen. Tragen Sie ihre Herkunft in PARLEY_ORIGINS ein, falls sie es soll.',
  'speech.demo': 'die Vorführung spricht jeden Dialekt; dies ist der übliche',
  'issue.too-big': 'zu groß, höchstens {limit}',
  'issue.too-small': 'zu klein, mindestens {limit}',
  'issue.type': 'erwartet wird {expected}',
  'tool.slow': 'Das Werkzeug brauchte länger als {seconds} Sekunden und wurde angehalten.',
  'tool.on-server': '{name} läuft auf dem Server.',
  'tool.failed': 'Das Werkzeug ist gescheitert: {words}',
}
