/** What each room may import of ours. What is not written here is not allowed. */
export const ARROWS: Readonly<Record<string, readonly string[]>> = {
  dialects: [],
  server: ['dialects'],
  browser: ['dialects'],
  cli: ['server', 'browser', 'dialects'],
  react: ['browser', 'dialects'],
  studio: ['react', 'browser', 'dialects'],
}

/** The order inside a room: what a folder may import of its neighbours. A folder that is not listed may import any but the dialects. */
export const INNER_ORDERS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  dialects: {
    canonical: [],
    repair: ['canonical'],
    engine: ['canonical', 'repair'],
    wire: ['canonical'],
    shapes: ['canonical', 'repair', 'engine', 'grammar'],
    dialects: ['canonical', 'repair', 'engine', 'shapes'],
    transcript: ['canonical', 'repair', 'engine', 'shapes', 'dialects'],
  },
  // A rule judges what a tool declares, and a tool that writes for a program asks the rules: these two know each other.
  browser: {
    words: [],
    files: ['words'],
    sandbox: ['words'],
    tools: ['words', 'files', 'sandbox', 'approval'],
    approval: ['words', 'files', 'tools'],
    ledger: ['words', 'tools', 'approval'],
    turn: ['words', 'files', 'tools', 'approval', 'ledger'],
    transport: ['words', 'turn'],
    mcp: ['words', 'files', 'tools'],
    'page-model': ['words', 'transport'],
    offline: ['words', 'sandbox', 'transport'],
    python: ['words', 'sandbox', 'tools'],
    storage: ['words', 'approval', 'ledger', 'turn', 'transport'],
    conversation: ['words', 'tools', 'approval', 'ledger', 'turn', 'storage'],
    agent: ['words', 'tools', 'approval', 'ledger', 'turn', 'transport', 'storage', 'conversation'],
    capsule: ['words', 'tools', 'approval', 'ledger', 'turn', 'transport', 'storage', 'conversation'],
  },
}

/** A thing with one of these names has no home yet. */
export const HOMELESS = /^(utils?|helpers?|common|misc|types|constants|lib|manager|service)$/

/** The most files that a folder holds, its tests counted. */
export const CROWD = 25

/** Folders of like things: one looks a name up there and does not read the list. */
export const CATALOGUES: readonly string[] = ['docs/decisions', 'packages/dialects/fixtures', 'packages/dialects/src/dialects']
