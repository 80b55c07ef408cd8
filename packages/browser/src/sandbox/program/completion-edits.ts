import type { Statement } from 'acorn'
import type { Edit } from './source-edits.ts'

/**
 * Edits after which the variable `name` holds what `eval` would have returned, also from inside an `if` or a loop:
 *
 *     if (ready) { total } else { 'not yet' }
 *                  ^^^^^          ^^^^^^^^^     each becomes an assignment
 */
export function completionEdits(body: readonly Statement[], name: string): readonly Edit[] {
  const edits: Edit[] = []
  markLast(body, name, edits)
  return edits
}

/** Declarations have no value of their own, so the value is that of the statement before them. */
function markLast(body: readonly Statement[], name: string, edits: Edit[]): void {
  const last = body.findLast((statement) => !/Declaration$|^EmptyStatement$|^DebuggerStatement$/.test(statement.type))
  if (last !== undefined) mark(last, name, edits)
}

/** Inside loops and switches any statement may turn out to be the last one before a `break`. */
function markAll(body: readonly Statement[], name: string, edits: Edit[]): void {
  for (const statement of body) mark(statement, name, edits)
}

function mark(statement: Statement, name: string, edits: Edit[]): void {
  switch (statement.type) {
    case 'ExpressionStatement':
      edits.push({ at: statement.expression.start, remove: 0, insert: `${name} = (0, ` })
      edits.push({ at: statement.expression.end, remove: 0, insert: ')' })
      break
    case 'BlockStatement':
      markLast(statement.body, name, edits)
      break
    case 'IfStatement':
      mark(statement.consequent, name, edits)
      if (statement.alternate) mark(statement.alternate, name, edits)
      break
    case 'ForStatement':
    case 'ForInStatement':
    case 'ForOfStatement':
    case 'WhileStatement':
    case 'DoWhileStatement':
      markAll(statement.body.type === 'BlockStatement' ? statement.body.body : [statement.body], name, edits)
      break
    case 'LabeledStatement':
    case 'WithStatement':
      mark(statement.body, name, edits)
      break
    case 'TryStatement':
      mark(statement.block, name, edits)
      if (statement.handler) mark(statement.handler.body, name, edits)
      break
    case 'SwitchStatement':
      for (const branch of statement.cases) markAll(branch.consequent, name, edits)
      break
  }
}
