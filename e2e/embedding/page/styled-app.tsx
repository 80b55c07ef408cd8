import '../../../packages/react/src/style.css'
import './host.css'
import './use-chat-app.tsx'

// A page with a style of its own, as shadcn/ui writes it, and elements that it leaves as the browser draws them.
document.body.insertAdjacentHTML(
  'afterbegin',
  `<form data-testid="host">
    <h1>Notes</h1>
    <ul><li>One</li></ul>
    <label>Name <input /></label>
    <label>Colour <select><option>Green</option></select></label>
    <button type="button">Save</button>
    <button type="button" class="bg-accent text-accent-foreground">Accent</button>
  </form>`,
)
