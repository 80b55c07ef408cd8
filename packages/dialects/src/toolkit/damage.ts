/** Thrown by a grammar where a call stops making sense; caught where the call began, so it costs that call and no more. */
export class Damage extends Error {
  override name = 'Damage'
}
