import { createExecutor, housePolicy, memoryGrants, memoryLedger, runTurn } from '@parley/browser'
import { findDialect, withDialect } from '@parley/dialects'
import { lendBook } from './lend-book.ts'
import { notToMallory } from './not-to-mallory.ts'
import { scriptedModel } from './scripted-model.ts'

const model = scriptedModel(
  '<tool_call>{"name": "lend_book", "arguments": {"title": "Momo", "to": "Mallory"}}</tool_call>',
  '<tool_call>{"name": "lend_book", "arguments": {"title": "Momo", "to": "Bastian"}}</tool_call>',
  'Bastian has it now. One copy is left.',
)
const dialect = findDialect('hermes')
if (!dialect) throw new Error('hermes is built in')

let ids = 0
const turn = runTurn(
  {
    model: 'scripted',
    messages: [{ role: 'user', id: 'question', parts: [{ type: 'text', text: 'Who can take Momo home?' }] }],
  },
  {
    respond: withDialect(dialect)(model),
    executor: createExecutor([lendBook]),
    policy: housePolicy({ rules: [notToMallory] }),
    async approve(record, preview) {
      console.log('person reads', preview.sentence)
      return { kind: 'allow', hash: record.hash, by: 'person' }
    },
    ledger: memoryLedger(),
    grants: memoryGrants(),
    threadId: 'thread',
    owner: 'this process',
    mode: () => 'ask',
    language: () => 'en',
    now: Date.now,
    newId: () => `id-${++ids}`,
  },
  AbortSignal.timeout(10_000),
)

for (let step = await turn.next(); ; step = await turn.next()) {
  if (step.done) {
    console.log('the turn is ', step.value.kind)
    break
  }
  for (const event of step.value) {
    if (event.type === 'part-end' && event.value.type === 'tool-call')
      console.log('model calls ', event.value.name, event.value.input)
    if (event.type === 'part-end' && event.value.type === 'text') console.log('model says  ', event.value.text)
  }
}
