import { readFileSync } from 'node:fs'
import { describeDialect, parseFixturePage } from '@parley/dialects/testing'
import { brackets } from './brackets.ts'

describeDialect(brackets, parseFixturePage(readFileSync(new URL('brackets.md', import.meta.url), 'utf8')))
