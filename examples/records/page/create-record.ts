import { defineTool, type Tool } from '@parley/browser'
import { recordFields } from '../shared/piece-record.ts'
import type { RecordsApi } from './records-api.ts'

/** The page's tool: the model may call it, the server forwards it and never runs it, a person confirms it here. */
export function createRecordTool(api: RecordsApi): Tool {
  return defineTool({
    name: 'create-record',
    description: '创建计件记录，保存前由用户确认 · Creates a piece-work record; the user confirms it before it is kept.',
    parameters: recordFields,
    // The form below is the question, so nobody has to be asked before it is drawn.
    effects: [{ kind: 'ask-person' }],
    preview: ({ orderName, amount }) => ({
      message: `Create a record: ${orderName} × ${amount}`,
      in: { zh: `创建计件记录：${orderName} × ${amount}` },
    }),
    async execute(fields, { human, callId, signal }) {
      const answer = await human(fields)
      if (answer !== 'confirmed') return { success: false }
      // Nothing else has this call's id, so a request that is sent twice keeps one record.
      return { success: true, record: await api.create({ id: callId, ...fields }, signal) }
    },
  })
}
