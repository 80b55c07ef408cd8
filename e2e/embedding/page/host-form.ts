/** What a page around our cards has of its own. */
export function addHostForm(classes: string): void {
  document.body.insertAdjacentHTML(
    'afterbegin',
    `<form data-testid="host">
      <h1>Notes</h1>
      <ul><li>One</li></ul>
      <label>Name <input /></label>
      <label>Colour <select><option>Green</option></select></label>
      <button type="button">Save</button>
      <button type="button" class="${classes}">Accent</button>
    </form>`,
  )
}
