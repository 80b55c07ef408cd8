import './tailwind.css'
import './use-chat-app.tsx'
import { addHostForm } from './host-form.ts'

// A page with Tailwind, in the dark, whose theme has other values under the names that we use.
document.documentElement.classList.add('dark')
addHostForm('bg-line text-ink px-4 rounded-lg text-sm')
