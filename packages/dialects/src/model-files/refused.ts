/** What came from outside cannot be used; the message is a sentence for whoever brought it. */
export class Refused extends Error {
  override name = 'Refused'
}
