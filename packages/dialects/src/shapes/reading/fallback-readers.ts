import { readElements } from '../elements/read-elements.ts'
import { bareCallMarks } from '../json/bare-call-mark.ts'
import { type JsonForms, jsonForms } from '../json/json-forms.ts'
import { namedRun } from '../named/named-run.ts'
import { readPythonCalls } from '../python/python-calls.ts'
import { taggedGrammar } from '../tags/tagged-block.ts'
import { readYamlCalls } from '../yaml/yaml-calls.ts'
import { type MendedCalls, mendedCalls } from './mended-calls.ts'
import { skipUnseen } from './skip-unseen.ts'

/** Readers of forms that a dialect does not mostly write. Handed in with the mender, so that a page with one dialect stays small. */
export interface FallbackReaders {
  /** JSON where a dialect writes elements or Python. Absent: such a call is a broken call. */
  readonly json?: JsonForms | undefined
  /** Elements where a dialect mostly writes JSON. Absent: such a call is a broken call. */
  readonly tagged?: typeof taggedGrammar
  /** Python's calls where a dialect mostly writes JSON. Absent: such a call is a broken call. */
  readonly python?: typeof readPythonCalls
  /** Names outside of the JSON where a dialect mostly writes lists. Absent: such a call is text. */
  readonly named?: typeof namedRun
  /** Calls whose marks were lost on the way. Absent: such a call is text. */
  readonly bare?: typeof bareCallMarks
  /** Elements named like parameters where a dialect mostly writes something else. Absent: such a call is a broken call. */
  readonly elements?: typeof readElements
  /** A YAML list where a dialect mostly writes a JSON list. Absent: such a call is text. */
  readonly yaml?: typeof readYamlCalls
  /** White space that cannot be seen. Absent: behind an opening mark, it makes of that mark a mere mention. */
  readonly unseen?: typeof skipUnseen
  /** JSON that is damaged. Absent: such a call is a broken call. */
  readonly mended?: MendedCalls
}

export const fallbackReaders: FallbackReaders = {
  json: jsonForms,
  tagged: taggedGrammar,
  python: readPythonCalls,
  named: namedRun,
  bare: bareCallMarks,
  elements: readElements,
  yaml: readYamlCalls,
  mended: mendedCalls,
  unseen: skipUnseen,
}
