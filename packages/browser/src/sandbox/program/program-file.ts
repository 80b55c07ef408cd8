/** What stacks call the program. On its own, so that reading a stack does not bring the parser along. */
export const PROGRAM_FILE = 'program.js'
