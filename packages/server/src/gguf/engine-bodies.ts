import { z } from 'zod'

/** Whoever installs says what: the variant that was shown with its size. */
export const installBody = z.strictObject({ variant: z.string().min(1).max(100) })

const isLoopback = ({ hostname }: URL): boolean => /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)

/** The checksum comes from the same place as the file: nobody in between may change both. */
const mirror = z
  .url({ protocol: /^https?$/, error: 'must be an address such as https://example.com' })
  .max(500)
  .refine(
    (text) => URL.canParse(text) && (new URL(text).protocol === 'https:' || isLoopback(new URL(text))),
    'must begin with https://',
  )
  .transform((text) => text.replace(/\/+$/, ''))

export const downloadBody = z.strictObject({
  /** One of those that are offered. */
  model: z.string().min(1).max(300),
  /** Another place to fetch from. Absent: as before, or as configured. */
  mirror: mirror.exactOptional(),
})

/** A file of another program, by the id that it was found with. */
export const useBody = z.strictObject({ model: z.string().min(1).max(300) })
