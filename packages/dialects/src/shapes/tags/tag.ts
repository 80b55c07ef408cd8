/** A tag's attributes: `name="f" string='true' index=1`. Bounded by what a tag may hold, so the pattern is safe. */
export function attributesOf(head: string): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>()
  for (const match of head.matchAll(/([\w:.-]+)\s*=+\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))/g)) {
    const [, name, double, single, bare] = match
    if (name !== undefined && !attributes.has(name)) attributes.set(name, decodeEntities(double ?? single ?? bare ?? ''))
  }
  return attributes
}

export function decodeEntities(text: string): string {
  return text.replaceAll(/&(lt|gt|quot|apos|amp);/g, (entity, name: string) => ENTITIES.get(name) ?? entity)
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['amp', '&'],
])

export function encodeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
