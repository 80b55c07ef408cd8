export type { MergedPiece } from './merge-texts.ts'
export type { RehearsedChange } from './net-changes.ts'
export { createMemoryRehearsal, openRehearsals, type Rehearsals, type RehearsalsOptions } from './open-rehearsals.ts'
export type { Kept, Rehearsal, Sides } from './rehearsal.ts'
