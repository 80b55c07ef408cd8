/** What each room may import of ours. What is not written here is not allowed. */
export const ARROWS: Readonly<Record<string, readonly string[]>> = {
  dialects: [],
  server: ['dialects'],
  browser: ['dialects'],
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
    files: [],
    sandbox: [],
    tools: ['files', 'sandbox', 'approval'],
    approval: ['files', 'tools'],
    ledger: ['tools', 'approval'],
    turn: ['files', 'tools', 'approval', 'ledger'],
    transport: ['turn'],
    storage: ['approval', 'ledger', 'turn', 'transport'],
    conversation: ['tools', 'approval', 'ledger', 'turn', 'storage'],
    agent: ['approval', 'ledger', 'turn', 'transport', 'storage', 'conversation'],
    capsule: ['tools', 'approval', 'ledger', 'turn', 'transport', 'storage', 'conversation'],
  },
}

/** A thing with one of these names has no home yet. */
export const HOMELESS = /^(utils?|helpers?|common|misc|types|constants|lib|manager|service)$/
