/** What each room may import of ours. What is not written here is not allowed. */
export const ARROWS: Readonly<Record<string, readonly string[]>> = {
  dialects: [],
  server: ['dialects'],
  browser: ['dialects'],
  react: ['browser', 'dialects'],
  studio: ['react', 'browser', 'dialects'],
}

/** The order inside `dialects`: what a folder may import of its neighbours. A folder that is not listed may import any but the dialects. */
export const INNER_ORDER: Readonly<Record<string, readonly string[]>> = {
  canonical: [],
  repair: ['canonical'],
  engine: ['canonical', 'repair'],
  wire: ['canonical'],
  shapes: ['canonical', 'repair', 'engine', 'grammar'],
  dialects: ['canonical', 'repair', 'engine', 'shapes'],
  transcript: ['canonical', 'repair', 'engine', 'shapes', 'dialects'],
}

/** A thing with one of these names has no home yet. */
export const HOMELESS = /^(utils?|helpers?|common|misc|types|constants|lib|manager|service)$/
