import { readFileSync } from 'node:fs'
import { describeDialect, parseFixturePage } from '@parley/dialects/testing'
import { recipe } from './recipe.ts'

describeDialect(recipe, parseFixturePage(readFileSync(new URL('recipe.md', import.meta.url), 'utf8')))
