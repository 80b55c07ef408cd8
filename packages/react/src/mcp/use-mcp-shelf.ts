import type { McpShelf, ShelfState } from '@parley/browser/mcp'
import { useSyncExternalStore } from 'react'

export const useMcpShelf = (shelf: McpShelf): ShelfState => useSyncExternalStore(shelf.subscribe, shelf.getSnapshot)
