import type { Flaw, Sentence } from '@parley/dialects'
import { doctorWords, say } from './words.ts'

/** Something that was not right in an answer, with the words for it. */
export type Finding = { readonly id: string } & Sentence

type Named<Id> = Id extends `doctor.found.${infer Name}` ? Name : never
export type FindingId = Named<keyof typeof doctorWords>

export const finding = (id: FindingId): Finding => ({ id, ...say(`doctor.found.${id}`) })

/** What a dialect's own reader had to mend. */
export const mended = ({ id, message, values }: Flaw): Finding => ({
  id,
  message,
  words: { id: `flaw.${id}`, ...(values && { values }) },
})

/** What an earlier examination found. What is not known any more goes by its id. */
export function recalled(id: string): Finding {
  const known = Object.keys(doctorWords).find((key) => key === `doctor.found.${id}`)
  // The key of a catalogue that begins so is the id of a finding.
  return known ? finding(id as FindingId) : { id, message: id }
}
