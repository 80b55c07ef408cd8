import { auto, type Dialect, dialects, findDialect } from '@parley/dialects'
import { type Derived, dialectOfGivenShape, modelFiles, Refused, type Shape } from '@parley/dialects/model-files'
import { openaiChat } from '@parley/dialects/wire'
import { dialectSource } from '../dialect-source.ts'
import type { Finding, LabAnswers, LabQuestion, Reading, Readings } from './lab-question.ts'
import { isSteady, readBy } from './read-answer.ts'

type Question<Kind extends LabQuestion['kind']> = Extract<LabQuestion, { kind: Kind }>

export interface Examiner {
  files(question: Question<'files'>): Promise<Finding>
  answer(question: Question<'answer'>): Readings
}

/** Everything in the lab that deals with what came from outside. It runs in a worker, which can be ended. */
export function createExaminer(): Examiner {
  let derived: Derived | undefined
  return {
    async files({ files }) {
      derived = await modelFiles(files)
      return findingOf(derived)
    },
    answer(question) {
      return readingsOf(question, derived?.ok ? derived.dialect : undefined)
    },
  }
}

export const examine = async (examiner: Examiner, question: LabQuestion): Promise<LabAnswers[LabQuestion['kind']]> =>
  question.kind === 'files' ? await examiner.files(question) : examiner.answer(question)

function findingOf(derived: Derived): Finding {
  if (!derived.ok) return derived
  const { dialect: _, ...plain } = derived
  return plain
}

const RANK: { readonly [Verdict in Reading['verdict']]: number } = { call: 0, broken: 1, text: 2 }

function readingsOf(question: Question<'answer'>, found: Dialect | undefined): Readings {
  const { text, tools, startsInReasoning } = question
  const reader = (dialect: Dialect) => ({ dialect, tools, startsInReasoning })
  const tried = (dialect: Dialect): Reading => {
    const reading = readBy(text, reader(dialect))
    const steady = isSteady(text, reader(dialect), reading)
    return { ...reading, ...(steady !== undefined && { steady }) }
  }
  const { dialect: own, problem } = ownDialect(question, found)
  const others = dialects.map((dialect) => readBy(text, reader(dialect))).toSorted((a, b) => RANK[a.verdict] - RANK[b.verdict])
  const steadied = others.map((reading, place) => {
    const dialect = place < 3 && reading.verdict !== 'text' ? findDialect(reading.id) : undefined
    return dialect ? tried(dialect) : reading
  })
  return {
    ...(problem !== undefined && { problem }),
    ...(own && { own: ownReading(tried(own), question) }),
    others: [tried(auto), ...steadied],
    ...(own && { lesson: { text: own.instruct(tools, 'auto'), native: nativeCost(tools) } }),
    ...(own && question.shape !== undefined && { source: dialectSource(question.shape as unknown as Shape, own, tools) }),
  }
}

/** The model's own has no title of its own, unless it is a dialect that is known. */
const ownReading = ({ title, ...reading }: Reading, { shape }: Question<'answer'>): Reading =>
  shape === undefined && title !== undefined ? { ...reading, title } : reading

function ownDialect(
  { shape, knownAs }: Question<'answer'>,
  found: Dialect | undefined,
): { readonly dialect?: Dialect; readonly problem?: string } {
  if (shape === undefined) {
    const dialect = found ?? (knownAs === undefined ? undefined : findDialect(knownAs))
    return dialect ? { dialect } : {}
  }
  try {
    return { dialect: dialectOfGivenShape(shape, { id: 'shape', title: 'Shape', path: 'shape' }) }
  } catch (error) {
    if (error instanceof Refused) return { problem: error.message }
    throw error
  }
}

const nativeCost = (tools: Question<'answer'>['tools']): number =>
  JSON.stringify(openaiChat.writeRequest({ model: '', messages: [], tools })['tools'] ?? []).length
