import { speaker } from '@parley/dialects'

/** What the page says of tools that MCP servers bring. */
export const mcpToolWords = {
  'remote.call': 'Call {tool} of the MCP server {server}, {place}',
  'remote.here': 'a program beside Parley',
  'remote.there': 'at {host}',
  'remote.gone':
    'The connection to Parley broke off while the call ran, and nobody knows what became of it. It may have run. Look what happened before you call it again.',
  'remote.unreachable': 'Parley cannot be reached. Check that it runs, then try again.',
  'remote.status': 'Parley answered with status {status}. Look at its log, then try again.',
  'search.title': 'Find tools',
  'search.call': 'Find tools for “{query}”',
  'search.first':
    'The tool {name} was not found in this conversation yet, so the call was not executed. Call find_tools first, with words that say what it shall do.',
} as const

export const say = speaker(mcpToolWords)
