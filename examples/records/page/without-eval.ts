import { config } from 'zod'

// The page's policy allows no code made from text. Zod would try, be refused, and do without; so it does without at once.
config({ jitless: true })
