import { asObject, jsonDialect, taught } from '@parley/dialects/shapes'

/** JSON between brackets that nobody types by accident. They are doubled because a mark of one character cannot be defused. */
export const brackets = jsonDialect({
  id: 'brackets',
  title: 'Brackets',
  speakers: [],
  calls: { call: ['⟦⟦', '⟧⟧'], between: '\n' },
  results: { each: '⟦⟦result $result⟧⟧', between: '\n' },
  lesson: taught({
    intro: 'To use a tool, write the call between ⟦⟦ and ⟧⟧, then stop.',
    tool: asObject,
    examples: [{ name: '"{tool_name}"', input: '{arguments}' }],
    result: '⟦⟦result {result}⟧⟧',
  }),
  stop: ['⟦⟦result '],
})
