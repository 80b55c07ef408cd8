import { type AskedWorker, createAskedWorker } from '../../parts/worker/asked-worker.ts'
import type { LabAnswers, LabQuestion } from './lab-question.ts'

export interface LabWorker extends AskedWorker<LabQuestion> {
  ask<Kind extends LabQuestion['kind']>(question: Extract<LabQuestion, { kind: Kind }>): Promise<LabAnswers[Kind]>
}

// The worker answers each kind of question with its kind of answer.
export const createLabWorker = (): LabWorker =>
  createAskedWorker<LabQuestion>(() => new Worker(new URL('./lab-worker.js', import.meta.url), { type: 'module' })) as LabWorker
