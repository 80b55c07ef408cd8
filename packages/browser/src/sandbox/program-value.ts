import type { FromFrame } from './messages.ts'
import type { Limits, ProgramValue } from './sandbox.ts'

/** The value a frame reported, within the limits whatever the frame says. */
export function toProgramValue(message: Extract<FromFrame, { type: 'returned' }>, limits: Limits): ProgramValue {
  const text = message.text.slice(0, limits.maxValueLength + 100)
  const value = { text, type: message.kind.slice(0, 200), cut: message.cut || text.length < message.text.length }
  if (message.json === undefined || message.json.length > limits.maxValueLength) return value
  try {
    return { ...value, json: JSON.parse(message.json) }
  } catch {
    return value
  }
}
