import { z } from 'zod'

export const address = z
  .string()
  .regex(/^https?:\/\/[^\s]+$/, 'must be an address that begins with http:// or https://')
  .transform((url) => url.replace(/\/+$/, ''))

/** Compared with what a browser sends, to the letter; `null` and `*` would let everybody in. */
export const origin = z
  .string()
  .regex(/^[a-z][a-z0-9+.-]*:\/\/[^\s/]+\/?$/i, 'must be origins such as https://app.example.com, without a path')
  .transform((text) => text.replace(/\/$/, '').toLowerCase())
