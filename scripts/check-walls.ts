import { findViolations } from './walls/find-violations.ts'
import { root } from './workspace/root.mjs'

const violations = findViolations(root)
for (const violation of violations) process.stderr.write(`${violation}\n`)
process.exitCode = violations.length === 0 ? 0 : 1
