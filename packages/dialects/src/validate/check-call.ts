import type { ToolSpec } from '../canonical/message.ts'
import type { Flaw, ToolCall } from '../canonical/part.ts'
import { coerceInput } from './coerce-input.ts'
import type { Problem } from './problem.ts'
import { validateInput } from './validate-input.ts'
import { say } from './words.ts'

export interface CheckedCall {
  /** The call as it should run: arguments coerced, flaws added. The same object when nothing had to change. */
  readonly call: ToolCall
  /** What coercion found; empty when every type was right. */
  readonly flaws: readonly Flaw[]
  /** Why it must not run; empty when it may. */
  readonly problems: readonly Problem[]
  /** The problems in one text for the model. Absent when there are none. */
  readonly message?: string
}

/**
 * Looks at a call where it is about to be used. A parser cannot do this: what it has streamed already cannot be changed,
 * and a call that does not fit its schema is still a call, which a person may want to see.
 */
export function checkCall(call: ToolCall, tools: readonly ToolSpec[]): CheckedCall {
  const tool = tools.find(({ name }) => name === call.name)
  if (tool === undefined) return unknownTool(call, tools)
  // Where numbers do not survive, the input is not what the model wrote, and must not become its text.
  const { input, flaws } =
    call.inputText === undefined ? coerceInput(call.input, tool.parameters) : { input: call.input, flaws: [] }
  const checked = input === call.input ? call : { ...call, input, flaws: [...(call.flaws ?? []), ...flaws] }
  const problems = validateInput(input, tool.parameters)
  if (problems.length === 0) return { call: checked, flaws, problems }
  const said = problems.map((problem) => problem.message).join(' ')
  return { call: checked, flaws, problems, message: say('input.invalid', { tool: call.name, problems: said }).message }
}

function unknownTool(call: ToolCall, tools: readonly ToolSpec[]): CheckedCall {
  const names = tools.map(({ name }) => name).join(', ')
  const known = names === '' ? say('input.no-tools') : say('input.tools', { names })
  const sentence = say('input.unknown-tool', { tool: call.name.slice(0, 100), known })
  return { call, flaws: [], problems: [{ path: '', ...sentence }], message: sentence.message }
}
