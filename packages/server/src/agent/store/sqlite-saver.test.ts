import { validate } from '@langchain/langgraph-checkpoint-validation'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { SqliteSaver } from './sqlite-saver.ts'
import { openSqliteFile } from './sqlite-sql.ts'

// LangGraph's own suite takes the test runner from the global scope.
Object.assign(globalThis, { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it })

validate({ checkpointerName: 'SqliteSaver', createCheckpointer: () => new SqliteSaver(openSqliteFile(':memory:')) })
