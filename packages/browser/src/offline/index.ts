export { type OfflineCopy, type OfflineState, openOfflineCopy } from './offline-copy.ts'
export { openServerLine, type ServerLine } from './server-line.ts'
