import type { Sentence } from '@parley/dialects'
import { applyPatch, parsePatch } from 'diff'
import { say } from '../words/tools.ts'

/** How a model says what to change: a piece of the text and what replaces it, or a patch. */
export interface Edit {
  readonly old_text?: string | undefined
  readonly new_text?: string | undefined
  readonly replace_all?: boolean | undefined
  readonly patch?: string | undefined
}

export type Edited =
  | { readonly kind: 'edited'; readonly text: string; readonly changes: number }
  /** `problem` says what did not fit and what to do, for the model. */
  | { readonly kind: 'conflict'; readonly problem: Sentence }

export function applyEdit(text: string, edit: Edit): Edited {
  if (edit.patch !== undefined && edit.old_text !== undefined) return conflict(say('edit.both'))
  if (edit.patch !== undefined) return patch(text, edit.patch)
  if (edit.old_text === undefined || edit.new_text === undefined) return conflict(say('edit.neither'))
  return replace(text, edit.old_text, edit.new_text, edit.replace_all === true)
}

function replace(text: string, oldText: string, newText: string, all: boolean): Edited {
  if (oldText === '') return conflict(say('edit.empty'))
  const found = placesOf(text, oldText)
  if (found.length === 0) return replaceWithWindowsEnds(text, oldText, newText, all) ?? conflict(notFound(text, oldText))
  if (oldText === newText) return conflict(say('edit.same'))
  if (found.length > 1 && !all) {
    const lines = found.slice(0, 10).map((at) => lineAt(text, at))
    return conflict(say('edit.many', { count: found.length, lines: `${lines.join(', ')}${found.length > 10 ? ', …' : ''}` }))
  }
  return { kind: 'edited', text: text.split(oldText).join(newText), changes: found.length }
}

/** A model writes `\n` also for a file whose lines end in `\r\n`. */
function replaceWithWindowsEnds(text: string, oldText: string, newText: string, all: boolean): Edited | undefined {
  if (!text.includes('\r\n') || oldText.includes('\r') || !oldText.includes('\n')) return undefined
  return text.includes(toWindowsEnds(oldText)) ? replace(text, toWindowsEnds(oldText), toWindowsEnds(newText), all) : undefined
}

function placesOf(text: string, piece: string): readonly number[] {
  const places: number[] = []
  for (let at = text.indexOf(piece); at !== -1; at = text.indexOf(piece, at + piece.length)) places.push(at)
  return places
}

function notFound(text: string, oldText: string): Sentence {
  const near = findLoosely(text, oldText)
  return near === undefined ? say('edit.not-found') : say('edit.not-found-near', { line: near })
}

/** The line where the first line of a piece stands with other spaces. */
function findLoosely(text: string, piece: string): number | undefined {
  const wanted = squeeze(piece.split('\n').find((line) => line.trim() !== '') ?? '')
  if (wanted === '') return undefined
  const index = text.split('\n').findIndex((line) => squeeze(line) === wanted)
  return index === -1 ? undefined : index + 1
}

function toWindowsEnds(text: string): string {
  return text.replace(/\r?\n/g, '\r\n')
}

function squeeze(line: string): string {
  return line.replace(/\s+/g, ' ').trim()
}

function lineAt(text: string, position: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at !== -1 && at < position; at = text.indexOf('\n', at + 1)) line++
  return line
}

function patch(text: string, source: string): Edited {
  const [first, ...others] = parse(source)
  if (first === undefined || first.hunks.length === 0) {
    return conflict(say('edit.patch-unreadable'))
  }
  if (others.length > 0) return conflict(say('edit.patch-files'))
  const applied = applyPatch(text, first, { autoConvertLineEndings: true })
  if (applied !== false) return { kind: 'edited', text: applied, changes: first.hunks.length }
  const fits = (count: number) =>
    applyPatch(text, { ...first, hunks: first.hunks.slice(0, count) }, { autoConvertLineEndings: true }) !== false
  const failing = first.hunks.findIndex((_, index) => !fits(index + 1))
  const hunk = first.hunks[Math.max(failing, 0)]
  return conflict(say('edit.patch-misfit', { part: failing + 1, line: hunk?.oldStart ?? 1 }))
}

function parse(source: string): ReturnType<typeof parsePatch> {
  try {
    return parsePatch(source)
  } catch {
    return []
  }
}

function conflict(problem: Sentence): Edited {
  return { kind: 'conflict', problem }
}
