import type { ServerFaultCode } from '@parley/dialects'
import { statusFor } from '@parley/server'
import { z } from 'zod'
import { FAULTS } from './fault-schema.ts'

export const schemaOf = (schema: z.ZodType): object => {
  const { $schema: _draft, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return rest
}

export const json = (schema: object, example?: unknown) => ({
  'application/json': { schema, ...(example !== undefined && { example }) },
})

/** Each failure, and the status it has where the same request may succeed later and where it will not. */
const statuses = Object.entries(FAULTS).flatMap(([code, meaning]) =>
  [...new Set([false, true].map((retryable) => statusFor({ code: code as ServerFaultCode, retryable })))].map((status) => ({
    status,
    words: `\`${code}\`: ${meaning}`,
  })),
)
export const failures = [...Map.groupBy(statuses, ({ status }) => status)]
  .sort(([one], [other]) => one - other)
  .map(([status, faults]) => ({
    status: String(status),
    response: {
      description: `${status === 424 ? 'What would fail again. ' : ''}${faults.map(({ words }) => words).join(' ')}`,
      content: json({ $ref: '#/components/schemas/Failure' }),
    },
  }))
export const failing = Object.fromEntries(failures.map(({ status }) => [status, { $ref: `#/components/responses/${status}` }]))

export const STREAM = { 'text/event-stream': { schema: { type: 'string' } } }
export const NONE = { '204': { description: 'Nothing to tell.' } }
export const DONE = { '204': { description: 'Done.' } }
export const idParameter = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }

/** What most doors answer: docs/http-api.md tells what is in it. */
export const TOLD = { '200': { description: 'What was asked for.', content: json({ type: 'object' }) } }

export const requestBody = (schema: z.ZodType) => ({ requestBody: { required: true, content: json(schemaOf(schema)) } })

/** Summary, what it answers, and what it is sent. */
export const door = (summary: string, responses: object, schema?: z.ZodType) => ({
  summary,
  ...(schema && requestBody(schema)),
  responses: { ...responses, ...failing },
})
