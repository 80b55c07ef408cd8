import { speaker } from '@parley/dialects'

/**
 * What the server says to a person, by its id.
 * @public every language is held against it
 */
export const serverWords = {
  'thread.steps':
    'The model called tools {steps} times in one turn, so the turn was ended. Say how to go on, or raise limits.steps.',
  'thread.id': 'The field `config.threadId` must be 1 to 128 letters, digits, dots, colons and dashes.',
  'thread.just-begun': 'Another request has just begun this conversation. Open it again, or ask later.',
  'thread.nothing-new': 'There is nothing new in `messages` for this thread. Send a question, or the results of calls that wait.',
  'thread.asked-already': 'This question was asked already, and answered. Open the conversation for the answer.',
  'thread.at-work': 'This conversation is still at work on the last question. Wait for it, or stop it first.',
  'thread.tool-taken': 'The server has a tool `{name}` of its own. Give yours another name.',
  'thread.may-have-run':
    'The server stopped while this call was under way, and nobody knows what became of it. It may have run. Look what happened before you call it again.',
  'question.no-fields': 'This question has no fields to fill in. Send no `content`.',
  'question.format': 'The field `{name}` must be a valid {format}. Correct it and send the answer again.',
  'thread.call-not-here':
    'The call `{call}` does not run here now. It may be over, or another replica runs it. End the whole turn instead.',
  'thread.no-mcp': 'This server has no MCP servers, so their tools cannot be offered.',
  'thread.mcp-in-page': 'In chat mode the page runs tools of MCP servers itself. Leave `config.mcpTools` out, or use agent mode.',
  'thread.mcp-not-ours':
    'Only a page of this server, or the holder of its token, may use tools of MCP servers in a conversation. Send the token.',
  'thread.answer-question': 'The call `{call}` asks something back. Answer it with `input`, or cancel the thread.',
  'thread.asks-nothing': 'The call `{call}` asks nothing back. Approve or reject it, or send its result.',
  'thread.other-question': 'The call `{call}` asks something else by now. Read the conversation for it.',
  'thread.no-checkpoint': 'This conversation has no such checkpoint. Read the conversation for those it has.',
  'thread.answered-twice': 'The call `{call}` is answered twice in one request. Answer it once.',
  'thread.ended-by-steps': 'The turn was ended by its limit of steps. Send a message to go on.',
  'thread.waits': 'The thread waits for calls to be answered. Send `answers` for them.',
  'thread.nothing-to-resume': 'There is nothing to resume. Send a message, or listen to the stream of the thread.',
  'thread.no-call': 'This conversation has no call `{call}`. Read the conversation for those that wait.',
  'thread.runs-in-page': 'The tool `{tool}` runs in the page, not on the server. Run it there and send its result.',
  'thread.runs-on-server': 'The tool `{tool}` runs on the server, which alone knows its result. Approve or reject the call.',
  'store.disk-full': 'The disk of the server is full, so nothing more can be kept. Make room on it, then try again.',
  'store.database':
    'The database of conversations cannot be used{why}. Check that it runs and that DATABASE_URL is right, then try again.',
  'thread.let-go':
    'This server had to let go of the conversation: its database could not be asked in time, or another server has taken over. Open the conversation again in a moment.',
  'thread.no-program':
    'The call `{call}` does not wait for a program that may call tools of this server. Only such a program may call them here.',
  'thread.other-inner': 'The program has made another call in this place before. Run again, it must ask for the same.',
  'thread.inner-not-shown':
    'The server asks for this call with a reason that nobody was shown, so it was not executed. Call again to be asked.',
  'thread.inner-lost': 'The server could not finish this call yet. Ask again; it is not begun twice.',
  'tool.none': 'This server has no tool `{name}` of its own.',
  'thread.none': 'There is no such conversation. It may have been deleted, or it belongs to somebody else.',
  'waiting.decided': 'This call has been decided already, or was withdrawn. Look at it again to see what became of it.',
  'waiting.not-now': 'Nobody waits for this call at the moment, or another page runs it. It runs when its client calls again.',
  'waiting.page-only': 'Only a page of this server decides about calls of other agents. Open Parley in a browser.',
  'hands.off':
    'This server runs no tools for its clients, so leave out the header `x-parley-tools` and what stands behind the + of the model. Whoever runs it allows that with PARLEY_HANDS=yes.',
  'hands.unknown': 'There is no `{name}` among the tools that this server can lend. It has {known}.',
  'hands.away': 'The tools of `{name}` cannot be had now: {why}',
  'hands.taken':
    'The request brings a tool `{name}` of its own, and asks for one of this server that has the same name. Give it another name, or do not ask for ours.',
  'hands.no-door':
    'No tools of this server are run at this door. Leave out the header `x-parley-tools`, or use /v1/chat/completions, /v1/responses or /v1/messages.',
  'waiting.no-call': 'There is no such call any more. Its client may have withdrawn it.',
  'waiting.no-question':
    'This conversation holds the calls of another agent, and takes decisions only. Ask in a conversation of your own.',
  'thread.call-answered': 'This call has been answered already. Read the conversation to see what became of it.',
  'address.thread': 'There is nothing at this address. docs/agent-mode.md lists the doors of threads.',
  'model.not-of': '{label} has no model `{model}`. Choose another.',
  'speech.ai-sdk': 'it is an AI SDK model',
  'model.ended-early': 'The model ended its stream in the middle of its answer. Try again.',
  'model.failed-with': 'The model failed: {words}. Try again, or choose another model.',
  'address.post': '{path} takes POST with a JSON body, not {method}. The README of the server shows how.',
  'address.none':
    'There is nothing at {method} {path}. OpenAI clients take the address of this server with /v1 behind it (/v1/chat/completions, /v1/responses, /v1/models), Anthropic clients without (/v1/messages, /v1/messages/count_tokens), Gemini clients, too (/v1beta/models), Ollama clients with /ollama behind it (/ollama/api/chat). Its own doors are /api/chat, /api/respond and /api/models.',
  'tool.declared-twice': 'The tool `{tool}` is declared twice. Leave it out of `tools` or switch its toolset off.',
  'request.in-config': 'The field `{field}` belongs in `config`. Move it there and send the request again.',
  'request.model-in-config':
    'The field `model` belongs in `config`. Move it there and send the request again. An Ollama client takes the address of this server with /ollama behind it.',
  'turn.steps': 'The model called tools {steps} times in one turn, so the turn was ended. Ask again, or raise limits.steps.',
  'server.mistake': 'The server made a mistake. Try again; if it stays, look at the log of the server.',
  'answer.broke-off': 'The answer broke off before it was complete. Try again.',
  'answer.stopping': 'The server is being stopped, so the answer was cut off. Try again when it is back.',
  'body.compressed': 'The body is compressed. Send it as plain JSON, without a `content-encoding` header.',
  'body.not-json': 'The body is not valid JSON{where}. Send one JSON object.',
  'body.deep': 'The body nests deeper than {most} levels. Send a flatter one.',
  'body.values': 'The body holds more than {most} values. Send fewer messages, tools or parts, or raise limits.bodyValues.',
  'body.arguments': 'The arguments of the calls in the body have more than {most} characters. Send fewer or smaller calls.',
  'body.message': 'A message has more than {most} characters, more than any model reads. Send less of it, or send it as a file.',
  'body.tools': 'The request declares more than {most} tools. Send only those that the model needs.',
  'body.schemas': 'The schemas of the tools hold more than {most} values. Send fewer tools, or simpler ones.',
  'speech.shape': 'its shape stands in the configuration',
  'body.read-before':
    'Another handler has read the body of this request. Mount Parley before it: in Express before express.json().',
  'body.broke-off': 'The body broke off before its end. Send the request again.',
  'body.large': 'The body is larger than {size}. Send fewer or smaller messages, or raise limits.bodyBytes.',
  'request.wrong': 'The field `{field}` is wrong: {why}. Correct it and send the request again.',
  'call.not-made':
    'The model did not call the tool that was required, although it was asked twice. It is spoken to in the way `{way}`: {reason}. Ask again, let it choose (`auto`), have it examined, or use another model.',
  'call.never-read':
    'The model wrote a call that could not be read, and was asked for it twice. It is spoken to in the way `{way}`: {reason}. Ask again, have it examined, or use another model.',
  'model.unknown': 'The model `{name}` is not configured. Choose one that GET /api/models lists, or configure its provider.',
  'provider.no-door': "{label} has no {path}. Choose a model of a provider that speaks OpenAI's format and has it.",
  'provider.no-door-there': '{problem} Perhaps it has no {path}, or not for this model: choose another model.',
  'request.no-model': 'The field `model` must name a model. GET /v1/models lists them.',
  'body.no-form': 'The body is no form, although its content-type says so. Send it as multipart/form-data with its boundary.',
  'model.alias':
    'The model `{alias}` stands for `{name}`, which is not configured. Correct it in `aliases` of the configuration, or configure its provider.',
  'budget.used-up':
    'The budget of {most} {span} of `{owner}` is used up. There is room again at {again}: ask then, or raise `budgets` in the configuration.',
  'budget.requests': '{most} {most|request|requests}',
  'budget.tokens': '{most} {most|token|tokens}',
  'budget.money': '{most} (money)',
  'budget.minute': 'a minute',
  'budget.day': 'a day',
  'budget.month': 'a month',
  'route.failed': '{problem} It was asked for as `{target}`, one of the models that `{name}` stands for.',
  'route.rest': 'All models that `{name}` stands for have failed a short time ago and are left alone for a while. {problem}',
  'speech.asked': 'asked for',
  'speech.configured': 'set in the configuration',
  'speech.usual': 'nothing is known of this model, and any model can be taught it',
  'default.set': 'It is set as the default model.',
  'default.first': 'It is the first model of {provider}.',
  'default.demo': 'No model is connected yet, so the demo answers.',
  'default.none': 'No model is connected yet.',
  'connect.no-address': '{address} is no address of a server. Write one that begins with http:// or https://.',
  'connect.key-in-address': 'The address holds a name or a password. Leave them out of it, and write the key into its own field.',
  'connect.tail': 'Nothing may stand behind ? or # in the address {address}. Leave it out.',
  'connect.machine-address': 'At {host} a computer in a cloud finds its own keys, and no model. Write another address.',
  'connect.itself': 'This is the address of Parley itself. Write the address of the server that has the model.',
  'connect.own-page': 'Only a page of this server, or the holder of its token, may connect models.',
  'connect.replicas':
    'This server keeps its conversations in a PostgreSQL database, which others may share, so models are connected in the configuration of all of them: parley.config.json.',
  'connect.configured': 'The provider `{id}` stands in the configuration of the server. Change it there.',
  'connect.none': 'There is no provider `{id}`. It may have been removed in another window.',
  'connect.key-again':
    'The address is of another server, where the key that is kept does not go. Write the key again, or leave it empty.',
  'connect.wrong-key': '{label} refused the key. Check that it is whole, still holds, and is of this provider.',
  'connect.wants-key': '{label} wants a key. Write it into its field.',
  'connect.file': '{file} could not be read, so what was connected in the page is left out. Mend it, or delete it.',
  'provider.no-json': '{label} did not answer with the JSON that such a server sends. Check its address.',
  'provider.no-list': '{label} did not answer with a list of models. Check its address, or name the models in the configuration.',
  'provider.endless':
    '{label} sent more than {megabytes} MB and did not come to an end, so its answer was cut off. Limit its length.',
  'provider.unreachable': '{label} cannot be reached. Start it or check its address, or choose another model.',
  'provider.broke-off': 'The connection to {label} broke in the middle of its answer. Try again; if it stays, look at its log.',
  'provider.closed': '{label} closed the connection before it answered. Try again; if it stays, look at its log.',
  'provider.redirects':
    '{label} sends requests on to another address, where its key must not go. Configure the address it should have.',
  'provider.no-stream': '{label} answered with {kind} instead of a stream. Check its address. It began: {beginning}',
  'answer.over': 'The answer is over.',
  'server.no-agent': 'This server has no agent. Set `config.mode` to "chat", or start the server with an agent.',
  'server.own-page': 'Only a page of this server, or the holder of its token, may read what was said to vendors.',
  'traffic.own-page': 'Only a page of this server on this computer may see what goes through the gateway.',
  'traffic.watched': 'The traffic is being watched in {most} places already. Close one of them, then try again.',
  'traffic.none': 'This request is not kept any more. Only the last hundred are.',
  'server.own-usage': 'Only a page of this server, or the holder of its token, may read what was used.',
  'server.sign-in': 'Nobody has signed in here, or the time is over. Open this server in a browser and sign in.',
  'server.admin': 'Only an admin may do this. Ask whoever runs this server.',
  'sign-in.late': 'This sign-in was not begun in this browser, or took too long. Open {door} and sign in again.',
  'sign-in.failed': 'The sign-in did not succeed. Open {door} to try again; if it stays, look at the log of the server.',
  'sign-in.not-you': 'You have signed in, but may not use this server. Ask whoever runs it to add your `{claim}`.',
  'server.token': 'This server wants a token. Send it as `Authorization: Bearer …`, or open the address that the server printed.',
  'server.name': 'This server does not answer to the name {host}. Use the address it printed, or add the name to PARLEY_HOSTS.',
  'server.no-origin': 'A page without an origin may not use this server. Serve the page over HTTP.',
  'server.too-many': 'Too many requests. Try again in {seconds} seconds, or raise limits.requestsPerMinute.',
  'server.stopping': 'The server is being stopped. Try again when it is back.',
  'server.busy': 'The server is answering as many requests as it may. Try again in a moment, or raise limits.streams.',
  'tool.unknown-set':
    'There is no toolset or tool `{name}` in `config.enabledTools`. Use {known}, or send the tools themselves in `tools`.',
  'speech.vendor': 'the vendor takes tools natively',
  'speech.template': 'its chat template takes tools',
  'speech.template-known': 'its chat template takes tools, and writes calls as `{dialect}`',
  'speech.template-own': 'its chat template takes tools, and writes calls in a dialect of its own',
  'speech.files': 'its own chat template tells',
  'speech.server': 'its server says that it takes tools',
  'speech.no-server': 'its server says that it takes no tools',
  'speech.tried': 'it was asked once, and called a tool natively',
  'speech.no-template': 'its chat template takes no tools',
  'speech.ollama': 'Ollama says that it takes tools',
  'speech.no-ollama': 'Ollama says that it takes no tools',
  'provider.silent':
    '{label} has sent nothing for {count} {count|second|seconds}, so its answer was given up. Try again, or allow it more time: limits.{setting} in parley.config.json.',
  'provider.silent-ms':
    '{label} has sent nothing for {count} milliseconds, so its answer was given up. Try again, or allow it more time: limits.{setting} in parley.config.json.',
  'provider.nothing-known': 'nothing recognisable',
  'request.copies':
    'The field `n` asks for {copies} answers. At most {most} can be had, and not as a stream: ask for fewer, or without `stream`.',
  'memory.none':
    '`{id}` is not kept here: it is too old, was sent with `store: false`, or belongs to somebody else. Send the whole conversation in `input`.',
  'shape.missed':
    'The model did not give its answer the shape that was asked for, and was asked twice. {problem} Make the schema simpler, or choose another model.',
  'request.shape-taught':
    'The field `{field}` asks for an answer of a certain shape, but this model is taught its tools in words, which do not fit into that shape. Leave out the tools or the field.',
  'request.shape-format':
    'The field `{field}` asks for an answer of a certain shape, but the server of this model speaks another format, in which it cannot be asked for. Use the door of that format, or leave out the field.',
  'call.no-tools': 'A call is required, but there are no tools. Add it to `tools`, or set the choice to "auto".',
  'call.no-tool': 'A call is required, but there is no tool `{name}`. Add it to `tools`, or set the choice to "auto".',
  'store.folder': 'The server may not write into its data folder {folder}. Make it writable, or name another one in PARLEY_DATA.',
  'store.data-folder': 'The server may not write into its data folder. Make it writable, or name another one in PARLEY_DATA.',
  'server.origin': 'A page of {origin} may not use this server. Add its origin to PARLEY_ORIGINS if it should.',
  'server.other-site': 'A page of another site may not use this server. Add its origin to PARLEY_ORIGINS if it should.',
  'speech.demo': 'the demo speaks every dialect; this is the default one',
  'issue.too-big': 'Too big: at most {limit}',
  'issue.too-small': 'Too small: at least {limit}',
  'issue.type': 'Invalid input: expected {expected}',
  'tool.slow': 'The tool took longer than {seconds} seconds and was stopped.',
  'tool.on-server': '{name} runs on the server.',
  'tool.failed': 'The tool failed: {words}',
} as const

export const say = speaker(serverWords)
