import { applyPatch, parsePatch } from 'diff'

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
  | { readonly kind: 'conflict'; readonly problem: string }

export function applyEdit(text: string, edit: Edit): Edited {
  if (edit.patch !== undefined && edit.old_text !== undefined)
    return conflict('Give either old_text and new_text, or a patch, not both.')
  if (edit.patch !== undefined) return patch(text, edit.patch)
  if (edit.old_text === undefined || edit.new_text === undefined) return conflict('Give old_text and new_text, or a patch.')
  return replace(text, edit.old_text, edit.new_text, edit.replace_all === true)
}

function replace(text: string, oldText: string, newText: string, all: boolean): Edited {
  if (oldText === '') return conflict('old_text is empty. Name the text to replace, or use write_file to write the whole file.')
  const found = placesOf(text, oldText)
  if (found.length === 0) return replaceWithWindowsEnds(text, oldText, newText, all) ?? conflict(notFound(text, oldText))
  if (oldText === newText) return conflict('old_text and new_text are the same, so nothing would change.')
  if (found.length > 1 && !all) {
    const lines = found.slice(0, 10).map((at) => lineAt(text, at))
    return conflict(
      `old_text was found ${found.length} times, at lines ${lines.join(', ')}${found.length > 10 ? ', …' : ''}. Add lines around it until it is unique, or set replace_all.`,
    )
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

function notFound(text: string, oldText: string): string {
  const near = findLoosely(text, oldText)
  const hint = near === undefined ? '' : ` Line ${near} is the same except for spaces: copy it exactly.`
  return `old_text was not found in the file.${hint} Read the file again and use what it says now.`
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
    return conflict('The patch could not be read. Write it as a unified diff with @@ lines, or use old_text and new_text.')
  }
  if (others.length > 0) return conflict('The patch changes more than one file. Send one call for each file.')
  const applied = applyPatch(text, first, { autoConvertLineEndings: true })
  if (applied !== false) return { kind: 'edited', text: applied, changes: first.hunks.length }
  const fits = (count: number) =>
    applyPatch(text, { ...first, hunks: first.hunks.slice(0, count) }, { autoConvertLineEndings: true }) !== false
  const failing = first.hunks.findIndex((_, index) => !fits(index + 1))
  const hunk = first.hunks[Math.max(failing, 0)]
  return conflict(
    `Part ${failing + 1} of the patch does not fit near line ${hunk?.oldStart ?? 1}. Read the file again and write the patch for what it says now.`,
  )
}

function parse(source: string): ReturnType<typeof parsePatch> {
  try {
    return parsePatch(source)
  } catch {
    return []
  }
}

function conflict(problem: string): Edited {
  return { kind: 'conflict', problem }
}
