import { dialectFor, findDialect, usualDialect } from '@parley/dialects'
import { z } from 'zod'
import { problemOfShape } from '../choosing/own-dialect.ts'
import { address } from './addresses.ts'

/** The vendors and servers that can be configured. Each has one file in `providers/`. */
const PROVIDER_KINDS = ['openai-compatible', 'openai-responses', 'anthropic', 'gemini', 'llama-cpp', 'ollama'] as const
export type ProviderKind = (typeof PROVIDER_KINDS)[number]
export const providerKind = z.enum(PROVIDER_KINDS)

const speech = z
  .string()
  .refine((id) => id === 'native' || findDialect(id) !== undefined, { error: ({ input }) => notSpeech(String(input)) })

/** People write the name of a model where the id of a dialect belongs. */
function notSpeech(id: string): string {
  const { dialect = usualDialect, speaker } = dialectFor(id)
  const example = speaker === undefined ? 'for example' : `and ${speaker} speaks`
  return `must be "native" or the id of a dialect, ${example} "${dialect.id}"`
}

const model = z.union([
  z
    .string()
    .min(1)
    .transform((id) => ({ id })),
  z
    .strictObject({
      id: z.string().min(1),
      label: z.string().exactOptional(),
      dialect: speech.exactOptional(),
      /** How it writes calls, where no dialect that is known does. */
      shape: z.unknown().exactOptional(),
      /** Whether it thinks aloud before it answers. Absent: its name tells. */
      reasoning: z.boolean().exactOptional(),
      /** Whether its prompt opens the thought, so that an answer begins inside of it. Absent: it may. */
      startsInReasoning: z.boolean().exactOptional(),
      /** How much it reads at once, in tokens. Absent: its server says, or nobody. */
      contextTokens: z.number().int().positive().exactOptional(),
      /** Whether it sees pictures. Absent: its server says, or nobody. */
      sees: z.boolean().exactOptional(),
    })
    .superRefine((given, context) => {
      const problem = problemOfShape(given)
      if (problem !== undefined) context.addIssue({ code: 'custom', path: ['shape'], message: problem })
    }),
])

export const provider = z.strictObject({
  id: z.string().regex(/^[a-z0-9][a-z0-9-]*$/, 'must be lower-case letters, digits and dashes'),
  kind: providerKind,
  label: z.string().exactOptional(),
  /** Absent: the vendor's own address. */
  url: address.exactOptional(),
  /** A key, or `$NAME` for the environment variable that holds it. */
  key: z.string().min(1).exactOptional(),
  headers: z.record(z.string(), z.string()).exactOptional(),
  /** How the models of this provider are spoken to, where a model does not say it itself. */
  dialect: speech.exactOptional(),
  models: z.array(model).default([]),
})

/** A model, or several in the order in which they are asked; weights spread new conversations over them. */
export const meaning = z.union(
  [
    z.string(),
    z.array(
      z.union([z.string(), z.strictObject({ model: z.string(), weight: z.number().positive().max(1000).exactOptional() })]),
    ),
  ],
  'must be a model, or a list of models in the order in which they are asked, each perhaps as {"model": …, "weight": …}',
)
