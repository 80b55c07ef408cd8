import { speaker } from '@parley/dialects'

/**
 * What MCP servers make us say to a person, by its id.
 * @public every language is held against it
 */
export const mcpWords = {
  'mcp.no-server': 'There is no MCP server `{id}`. Read GET /api/mcp/servers for those that are configured.',
  'mcp.no-tool': 'There is no tool `{name}` any more. Its server may have taken it away, or it is switched off.',
  'mcp.no-view': 'The MCP server has no view `{uri}` that can be shown here.',
  'mcp.changed': 'The tool `{name}` describes itself differently from what was shown. Look at it again before it is called.',
  'mcp.no-call': 'There is no call `{call}` under way. If it had begun, it may have run.',
  'mcp.not-here': 'MCP servers may only be changed on the computer that runs Parley, started with PARLEY_MCP_EDIT=yes.',
  'mcp.not-ours': 'MCP servers are not changed here: `{id}` is written in the configuration. Change it there.',
  'mcp.own-page': 'Only a page of this server, or the holder of its token, may use MCP servers.',
  'mcp.not-installed': 'MCP needs the package {package}, which is not installed. Install it beside @parley/server.',
  'mcp.not-json': 'This is not JSON that can be read{where}. Paste what the README of the server shows, with its braces.',
  'mcp.no-servers': 'There is no server in this: `mcpServers` or `servers` is expected, with a name for each.',
  'mcp.entry': 'The MCP server `{name}` cannot be used: {problem}. Correct its entry.',
  'mcp.variable': 'It needs {variable}, which is not set. Set it where Parley is started.',
  'mcp.input': 'It needs an answer to “{what}”. Give it in the settings, or set {variable} where Parley is started.',
  'mcp.env-file': 'Its file of variables {file} cannot be read. Correct `envFile`.',
  'mcp.no-approval-taken':
    '`{field}` was not taken over: here every call asks, until you allow it on a card or by a rule of your own.',
  'mcp.unknown-fields': 'Not known here, and ignored: {fields}.',
  'mcp.disabled': 'It is switched off in its entry (`disabled`).',
  'mcp.not-found': 'The program `{command}` was not found. Install it, or correct `command`.',
  'mcp.slow-start': 'It did not answer within {seconds} seconds of being started. Look at its log, or raise mcp.startMs.',
  'mcp.start-failed': 'It could not be started: {why}',
  'mcp.ended': 'It ended by itself ({how}). Look at its log.',
  'mcp.too-much': 'It sent more than {size} MB at once, so the connection was ended.',
  'mcp.rests': 'It failed, and is tried again in {seconds} seconds, or when you press Restart. {why}',
  'mcp.unauthorized': 'It wants a login or a key (status {status}). Put the key into `headers`.',
  'mcp.needs-login': 'The MCP server {server} wants you to sign in. Do so in the settings, under MCP.',
  'mcp.no-login': 'The MCP server {server} offers no sign-in that can be begun here. Put its key into `headers`.',
  'mcp.login-failed': 'Nobody who gives out logins for the MCP server {server} could be asked. Try again later.',
  'mcp.login-unsafe': 'The sign-in would lead to {host} over an open line, so it was not begun.',
  'mcp.login-here': 'Sign in from a page over https, or on the computer that runs Parley.',
  'mcp.may-have-run':
    'The MCP server {server} was gone before it answered, so the call may have run. Look what happened before you call it again.',
  'mcp.silent':
    'The MCP server {server} was silent for {seconds} seconds, so the call was given up. It may have run all the same; look before you call it again, or raise mcp.callIdleMs.',
  'mcp.took-too-long':
    'The call took longer than {seconds} seconds and was given up. It may have run all the same; look before you call it again, or raise mcp.callMs.',
  'mcp.stopped': 'The call was stopped. What the server had done until then is not undone.',
  'mcp.call-failed': 'The MCP server {server} refused: {words}',
  'mcp.asks-on':
    'The MCP server {server} asked more than {most} questions in one call, so the call was given up. It may have run in part.',
  'mcp.asks-strange':
    'The MCP server {server} wants something before it goes on that nobody is asked for here, so the call was given up. It may have run in part.',
  'mcp.not-opened':
    'The MCP server {server} wants an address opened before it does this, and the user did not want that. Nothing ran.',
  'mcp.not-asked': 'The call `{call}` does not ask that, or not any more. Look at the call.',
  'mcp.data': 'Its data',
  'mcp.asks': 'Call {tool} of the MCP server {server}',
  'mcp.left-out-size': 'its description or schema is too long',
  'mcp.left-out-count': 'the server has more than {most} tools',
  'mcp.left-out-task': 'it runs only as a task, which is not supported',
  'mcp.left-out-shape': 'its definition cannot be read',
  'mcp.left-out-off': 'it is switched off in the entry of the server',
} as const

export const say = speaker(mcpWords)
