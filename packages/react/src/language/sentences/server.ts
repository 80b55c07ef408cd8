import type { Sentence } from './to-chinese.ts'

/** What the server says to the page, and what it passes on of the model servers behind it. */
export const serverSentences: readonly Sentence[] = [
  ['Demo, not an AI', '演示，并非 AI'],
  ['It is set as the default model.', '它被设为默认模型。'],
  ['It is the first model of {0}.', '它是 {0} 的第一个模型。'],
  ['No model is connected yet, so the demo answers.', '还没有连接模型，因此由演示应答。'],
  ['Ollama says that it takes tools', 'Ollama 说明它支持工具'],
  ['Ollama says that it takes no tools', 'Ollama 说明它不支持工具'],
  ['the vendor takes tools natively', '服务商原生支持工具'],
  ['it was asked once, and called a tool natively', '询问过一次，它原生地调用了工具'],
  ['its server says that it takes tools', '它的服务器说明它支持工具'],
  ['its server says that it takes no tools', '它的服务器说明它不支持工具'],
  ['its own chat template tells', '由它自己的聊天模板得知'],
  ['its chat template takes tools', '它的聊天模板支持工具'],
  ['its chat template takes no tools', '它的聊天模板不支持工具'],
  ['it is an AI SDK model', '它是 AI SDK 模型'],
  ['the demo speaks every dialect; this is the default one', '演示会说每种方言；这是默认的一种'],
  ['asked for', '由您选择'],
  ['set in the configuration', '在配置中设定'],
  ['its name says {0}, which speaks it', '它的名称表明它是 {0}，后者使用这种方言'],
  ['of what is known, its name comes nearest to {0}, which speaks it', '在已知的模型中，它的名称最接近 {0}，后者使用这种方言'],
  ['nothing is known of this model, and any model can be taught it', '对此模型一无所知，而任何模型都能学会这种方言'],
  [
    'The server made a mistake. Try again; if it stays, look at the log of the server.',
    '服务器出错了。请重试；如果仍然如此，请查看服务器日志。',
  ],
  ['The server is being stopped. Try again when it is back.', '服务器正在停止。请在它恢复后重试。'],
  [
    'The server is being stopped, so the answer was cut off. Try again when it is back.',
    '服务器正在停止，回答被截断。请在它恢复后重试。',
  ],
  ['The answer broke off before it was complete. Try again.', '回答在完成之前中断了。请重试。'],
  ['The answer is over.', '回答已结束。'],
  ['Stopped.', '已停止。'],
  [
    'The server is answering as many requests as it may. Try again in a moment, or raise limits.streams.',
    '服务器正在应答的请求已达上限。请稍后重试，或调高 limits.streams。',
  ],
  [
    'Too many requests. Try again in {0} seconds, or raise limits.requestsPerMinute.',
    '请求太多。请在 {0} 秒后重试，或调高 limits.requestsPerMinute。',
  ],
  [
    'This server wants a token. Send it as `Authorization: Bearer …`, or open the address that the server printed.',
    '此服务器需要令牌。请以 `Authorization: Bearer …` 发送，或打开服务器打印的地址。',
  ],
  [
    'This server does not answer to the name {0}. Use the address it printed, or add the name to PARLEY_HOSTS.',
    '此服务器不以 {0} 为名应答。请使用它打印的地址，或把该名称加入 PARLEY_HOSTS。',
  ],
  [
    'A page without an origin may not use this server. Serve the page over HTTP.',
    '没有来源的页面不得使用此服务器。请通过 HTTP 提供该页面。',
  ],
  [
    '{0} takes POST with a JSON body, not {1}. The README of the server shows how.',
    '{0} 只接受带 JSON 正文的 POST，不接受 {1}。服务器的 README 说明了用法。',
  ],
  [
    'A page of {0} may not use this server. Add its origin to PARLEY_ORIGINS if it should.',
    '{0} 的页面不得使用此服务器。如果应当允许，请把它的来源加入 PARLEY_ORIGINS。',
  ],
  ['The field `{0}` is wrong: {1}. Correct it and send the request again.', '字段 `{0}` 有误：{~1}。请更正后重新发送请求。'],
  ['The field `{0}` {1}. Correct it and send the request again.', '字段 `{0}` 有误（{1}）。请更正后重新发送请求。'],
  [
    'The field `{0}` belongs in `config`. Move it there and send the request again.',
    '字段 `{0}` 应放在 `config` 里。请移到那里后重新发送请求。',
  ],
  [
    'The field `{0}` must be 1 to 128 letters, digits, dots, colons and dashes.',
    '字段 `{0}` 必须由 1 到 128 个字母、数字、点、冒号和连字符组成。',
  ],
  ['Invalid input: expected {0}, received {1}', '应为 {0}，实为 {1}'],
  ['Invalid input', '内容无效'],
  ['Invalid option: expected one of {0}', '只能是以下之一：{0}'],
  ['Too big: expected {0} to be <={1}', '过大，最多为 {1}'],
  ['Too big: expected {0} to have <={1}', '过多，最多为 {1}'],
  ['Too small: expected {0} to be >={1}', '过小，至少为 {1}'],
  ['Too small: expected {0} to have >={1}', '过少，至少为 {1}'],
  ['The body nests deeper than {0} levels. Send a flatter one.', '请求内容嵌套超过 {0} 层。请发送更扁平的内容。'],
  [
    'The body is compressed. Send it as plain JSON, without a `content-encoding` header.',
    '请求内容经过压缩。请发送普通 JSON，不要带 `content-encoding` 头。',
  ],
  ['The body is not valid JSON{0}. Send one JSON object.', '请求内容不是有效的 JSON{0}。请发送一个 JSON 对象。'],
  [
    'The body is larger than {0}. Send fewer or smaller messages, or raise limits.bodyBytes.',
    '请求内容大于 {0}。请减少或缩短消息，或调高 limits.bodyBytes。',
  ],
  ['The body broke off before its end. Send the request again.', '请求内容在结束前中断。请重新发送。'],
  [
    'Only a page of this server, or the holder of its token, may read what was said to vendors.',
    '只有本服务器的页面或令牌持有者才能查看与服务商的通信。',
  ],
  [
    'The disk of the server is full, so nothing more can be kept. Make room on it, then try again.',
    '服务器的磁盘已满，无法继续保存。请腾出空间后重试。',
  ],
  [
    'The server may not write into its data folder{0}. Make it writable, or name another one in PARLEY_DATA.',
    '服务器无法写入数据文件夹{0}。请使其可写，或在 PARLEY_DATA 中指定另一个文件夹。',
  ],
  [
    'The body holds more than {0} values. Send fewer messages, tools or parts, or raise limits.bodyValues.',
    '请求内容包含的值超过 {0} 个。请减少消息、工具或片段，或调高 limits.bodyValues。',
  ],
  [
    'The arguments of the calls in the body have more than {0} characters. Send fewer or smaller calls.',
    '请求内容中各次调用的参数超过 {0} 个字符。请减少或缩短调用。',
  ],
  [
    'A message has more than {0} characters, more than any model reads. Send less of it, or send it as a file.',
    '有一条消息超过 {0} 个字符，任何模型都读不完。请缩短它，或作为文件发送。',
  ],
  [
    'The request declares more than {0} tools. Send only those that the model needs.',
    '请求声明的工具超过 {0} 个。请只发送模型需要的工具。',
  ],
  [
    'The schemas of the tools hold more than {0} values. Send fewer tools, or simpler ones.',
    '各工具的 schema 包含的值超过 {0} 个。请减少工具，或简化它们。',
  ],
  [
    'The model `{0}` is not configured. Choose one that GET /api/models lists, or configure its provider.',
    '模型 `{0}` 没有配置。请在列表中选择一个，或配置它的服务商。',
  ],
  ['The model `{0}` is not configured. Choose one that GET /v1/models lists.', '模型 `{0}` 没有配置。请在列表中选择一个。'],
  [
    'There is no dialect `{0}`. Use "native" or the id of a dialect, for example "{1}".',
    '没有方言 `{0}`。请用 "native" 或某种方言的 id，例如 "{1}"。',
  ],
  [
    'There is no dialect `{0}`; {1} speaks `{2}`. Use that id, or "native".',
    '没有方言 `{0}`；{1} 使用 `{2}`。请用这个 id，或用 "native"。',
  ],
  [
    'There is no toolset `{0}` in `config.enabledTools`. Use {1}, or send the tools themselves.',
    '`config.enabledTools` 中没有工具集 `{0}`。请用 {1}，或直接发送工具。',
  ],
  [
    'The tool `{0}` is declared twice. Leave it out of `tools` or switch its toolset off.',
    '工具 `{0}` 声明了两次。请从 `tools` 中去掉，或关闭它的工具集。',
  ],
  ['The server has a tool `{0}` of its own. Give yours another name.', '服务器自己有工具 `{0}`。请给您的工具另取名称。'],
  [
    'This server has no agent. Set `config.mode` to "chat", or start the server with an agent.',
    '此服务器没有智能体。请把 `config.mode` 设为 "chat"，或启动带智能体的服务器。',
  ],

  [
    'The model server refused the key that this server has for it. Correct the key of the provider in the configuration of the server; the token of your client is another one.',
    '模型服务器拒绝了本服务器使用的密钥。请在服务器的配置中更正此服务商的密钥；它与您的客户端令牌不是同一个。',
  ],
  [
    'The conversation is longer than the context of the model. Make it shorter, or choose a model with a longer context.',
    '对话超出了模型的上下文长度。请缩短对话，或选择上下文更长的模型。',
  ],
  ['The model server is limiting requests. Wait a little, then try again.', '模型服务器正在限制请求。请稍候再试。'],
  [
    'The model server failed (status {0}). Try again, or choose another model.',
    '模型服务器出错（状态 {0}）。请重试，或选择其他模型。',
  ],
  ['The model server failed. Try again, or choose another model.', '模型服务器出错。请重试，或选择其他模型。'],
  ['The model server took too long. Try again, or choose another model.', '模型服务器用时过长。请重试，或选择其他模型。'],
  [
    'The model server answered with something that is not an answer. Check its address.',
    '模型服务器返回的不是回答。请检查它的地址。',
  ],
  [
    'The model server refused the request (status {0}). Change the request or the model.',
    '模型服务器拒绝了请求（状态 {0}）。请更改请求或模型。',
  ],
  ['The model server refused the request. Change the request or the model.', '模型服务器拒绝了请求。请更改请求或模型。'],
  ['The model server ended the stream in the middle of its answer. Try again.', '模型服务器在回答中途结束了传输。请重试。'],
  [
    'The model server blocked the prompt and gave the reason {0}. Change the prompt or the model.',
    '模型服务器拦截了提示，理由是 {0}。请更改提示或模型。',
  ],
  [
    'The model server sent one line of more than {0} KB, which no answer needs. Check what listens at its address.',
    '模型服务器发来一行超过 {0} KB 的内容，没有回答需要这么长。请检查该地址上运行的是什么。',
  ],
  ['It said: {0}', '它说：{0}'],
  ['The model ended its stream in the middle of its answer. Try again.', '模型在回答中途结束了传输。请重试。'],
  ['The model failed: {0}. Try again, or choose another model.', '模型出错：{0}。请重试，或选择其他模型。'],
  [
    '{0} closed the connection before it answered. Try again; if it stays, look at its log.',
    '{0} 在应答之前关闭了连接。请重试；如果仍然如此，请查看它的日志。',
  ],
  [
    '{0} cannot be reached. Start it or check its address, or choose another model.',
    '无法连接 {0}。请启动它或检查地址，或选择其他模型。',
  ],
  [
    '{0} has sent nothing for {1}, so its answer was given up. Try again, or allow it more time.',
    '{0} 已有{~1}没有发送内容，因此放弃了它的回答。请重试，或给它更多时间。',
  ],
  ['{0} seconds', ' {0} 秒'],
  ['{0} milliseconds', ' {0} 毫秒'],
  [
    '{0} sends requests on to another address, where its key must not go. Configure the address it should have.',
    '{0} 把请求转到另一个地址，密钥不得发往那里。请配置它应有的地址。',
  ],
  [
    '{0} sent more than {1} MB and did not come to an end, so its answer was cut off. Limit its length.',
    '{0} 发送了超过 {1} MB 仍未结束，因此截断了回答。请限制长度。',
  ],
  [
    '{0} did not answer with the JSON that such a server sends. Check its address.',
    '{0} 返回的不是此类服务器应有的 JSON。请检查它的地址。',
  ],
  [
    '{0} did not answer with a list of models. Check its address, or name the models in the configuration.',
    '{0} 返回的不是模型列表。请检查它的地址，或在配置中写明模型。',
  ],
  ['{0} has no model `{1}`. Choose another.', '{0} 没有模型 `{1}`。请另选一个。'],
  [
    'The model did not call the tool that was required, although it was asked twice. Ask again, let it choose (`auto`), or use another model.',
    '已要求两次，模型仍没有调用必需的工具。请再问一次，让它自选（`auto`），或换用其他模型。',
  ],
  ['there are no tools', '没有工具'],
  ['there is no tool `{0}`', '没有工具 `{0}`'],
  [
    'A call is required, but {0}. Add it to `tools`, or set the choice to "auto".',
    '要求调用工具，但{~0}。请把它加入 `tools`，或设为 "auto"。',
  ],

  [
    'The model called tools {0} times in one turn, so the turn was ended. Ask again, or raise limits.steps.',
    '模型在一个回合中调用了 {0} 次工具，回合已结束。请再次提问，或调高 limits.steps。',
  ],
  [
    'The model called tools {0} times in one turn, so the turn was ended. Say how to go on, or raise limits.steps.',
    '模型在一个回合中调用了 {0} 次工具，回合已结束。请说明如何继续，或调高 limits.steps。',
  ],
  ['The turn was ended by its limit of steps. Send a message to go on.', '回合因步数上限而结束。请发送消息以继续。'],
  [
    'There is nothing new in `messages` for this thread. Send a question, or the results of calls that wait.',
    '没有给此对话的新内容。请发送问题，或等待中的调用的结果。',
  ],
  [
    'This question was asked already, and answered. Read the thread for the answer.',
    '这个问题已经问过并得到回答。请在对话中查看。',
  ],
  [
    'Another request has just begun this thread. Listen to its stream, or ask again later.',
    '另一个请求刚刚开始了此对话。请接收它的数据流，或稍后再问。',
  ],
  [
    'The thread is still at work on the last question. Listen to its stream, or cancel it first.',
    '此对话仍在处理上一个问题。请等待，或先取消它。',
  ],
  ['This thread has no such checkpoint. Read the thread for those it has.', '此对话没有这个检查点。请在对话中查看已有的检查点。'],
  ['The call `{0}` is answered twice in one request. Answer it once.', '一个请求中对调用 `{0}` 回答了两次。请只回答一次。'],
  ['The thread waits for calls to be answered. Send `answers` for them.', '此对话在等待对调用的回答。请发送 `answers`。'],
  [
    'There is nothing to resume. Send a message, or listen to the stream of the thread.',
    '没有可以继续的内容。请发送消息，或等待此对话。',
  ],
  ['This thread has no call `{0}`. Read the thread for those that wait.', '此对话没有调用 `{0}`。请在对话中查看等待中的调用。'],
  [
    'The tool `{0}` runs in the page, not on the server. Run it there and send its result.',
    '工具 `{0}` 在页面中运行，不在服务器上。请在页面中运行并发送结果。',
  ],
  [
    'The tool `{0}` runs on the server, which alone knows its result. Approve or reject the call.',
    '工具 `{0}` 在服务器上运行，只有服务器知道结果。请批准或拒绝此调用。',
  ],
  [
    'The tool {0} runs in the page, not on the server. Run it there and send its result.',
    '工具 {0} 在页面中运行，不在服务器上。请在页面中运行并发送结果。',
  ],
  ['{0} runs on the server.', '{0} 在服务器上运行。'],
  [
    'There is no such thread. It may have been deleted, or it belongs to somebody else.',
    '没有这个对话。它可能已被删除，或属于别人。',
  ],
  ['This call has been answered already. Read the thread to see what became of it.', '此调用已有回答。请在对话中查看结果。'],
  [
    'There is nothing at this address. docs/agent-mode.md lists the doors of threads.',
    '此地址没有内容。docs/agent-mode.md 列出了对话的入口。',
  ],
  [
    'The database of threads cannot be used{0}. Check that it runs and that DATABASE_URL is right, then try again.',
    '无法使用对话数据库{0}。请确认它正在运行且 DATABASE_URL 正确，然后重试。',
  ],
  [
    'There is nothing at this address. The README of the server lists its doors.',
    '此地址没有内容。服务器的 README 列出了它的入口。',
  ],
  [
    '{0} answered with {1} instead of a stream. Check its address. It began: {2}',
    '{0} 返回了 {1}，而不是数据流。请检查它的地址。开头是：{2}',
  ],
  [
    'The connection to {0} broke in the middle of its answer. Try again; if it stays, look at its log.',
    '与 {0} 的连接在回答中途断开。请重试；如仍然如此，请查看它的日志。',
  ],
  [
    'The model wrote a call that could not be read, and was asked for it twice. Ask again, or use another model.',
    '模型写出的调用无法读取，已请它重写两次。请再问一次，或换用其他模型。',
  ],
  [
    'The field `{0}` asks for an answer of a certain shape, but this model is taught its tools in words, which do not fit into that shape. Leave out the tools or the field.',
    '字段 `{0}` 要求特定形式的回答，但此模型的工具是用文字教给它的，与该形式不合。请去掉工具或此字段。',
  ],
  [
    'The field `{0}` asks for an answer of a certain shape, but the server of this model speaks another format, in which it cannot be asked for. Use the door of that format, or leave out the field.',
    '字段 `{0}` 要求特定形式的回答，但此模型的服务器使用另一种格式，无法提出该要求。请使用那种格式的入口，或去掉此字段。',
  ],
  ['The field `{0}` asks for an answer of a certain shape, but {1} the field.', '字段 `{0}` 要求特定形式的回答，但{1}此字段。'],
  [
    '{0} has sent nothing for {1}, so its answer was given up. Try again, or allow it more time: limits.{2} in parley.config.json.',
    '{0} 已有 {1} 没有发送任何内容，因此放弃了它的回答。请重试，或在 parley.config.json 中用 limits.{2} 给它更多时间。',
  ],
]
