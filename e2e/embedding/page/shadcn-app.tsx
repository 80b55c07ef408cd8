import './shadcn.css'
import './use-chat-app.tsx'
import { addHostForm } from './host-form.ts'

// A page with a style of its own, as shadcn/ui writes it, and elements that it leaves as the browser draws them.
addHostForm('bg-accent text-accent-foreground')
