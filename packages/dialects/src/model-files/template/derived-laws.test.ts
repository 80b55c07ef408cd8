import { readFileSync } from 'node:fs'
import { describeDialect } from '../../testing/describe-dialect.ts'
import type { Limits } from '../../testing/fixture-page.ts'
import { reportLines } from '../report.ts'
import { dialectFromTemplate } from './dialect-from-template.ts'

/**
 * What each of our own templates cannot say, as the pages of dialects with the same kind of calls have it. Results that
 * begin with a word between quotes have no mark.
 */
const TEMPLATES: Readonly<Record<string, Partial<Limits>>> = {
  'json-in-a-tag': {},
  'json-list': {},
  'keyed-json': {},
  'name-then-json': {},
  'counted-names': {},
  elements: { cannotSay: ['</give>', '</do>', '<give it=', '\n<give '], showsWholeCallsOnly: true },
  'elements-in-a-section': {
    cannotSay: ['</val>', '</wish>', '</wishes>', '\n<key>'],
    showsWholeCallsOnly: true,
    resultsUnmarked: true,
  },
  'typed-elements': { cannotSay: ['</part>', '</item>', '</order>', '<part name=', '\n<part '], showsWholeCallsOnly: true },
  'wrapped-elements': {},
  'python-in-marks': {},
}

for (const [name, limits] of Object.entries(TEMPLATES)) {
  const source = readFileSync(new URL(`../../../fixtures/templates/${name}.jinja`, import.meta.url), 'utf8')
  const derived = await dialectFromTemplate(source, { tokens: { bos: '<s>', eos: '</s>' } })
  if (!derived.ok) throw new Error(reportLines(derived.report).join('\n'))
  describeDialect({ ...derived.dialect, id: name }, { fixtures: [], limits: { cannotSay: [], ...limits } }, { runs: 40 })
}
