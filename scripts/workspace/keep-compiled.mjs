import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { root } from './root.mjs'

/** Loaded before any of our sources: Node strips and compiles each once, and the next start takes a third of the time. */
enableCompileCache(join(root, '.cache', 'node'))
// It is written when a process ends by itself; one that is killed would leave nothing.
setTimeout(flushCompileCache, 2000).unref()
