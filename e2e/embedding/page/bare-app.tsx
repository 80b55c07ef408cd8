import './bare.css'
import './use-chat-app.tsx'
import { addHostForm } from './host-form.ts'

// A page that was written by hand: rules for elements, in no layer.
addHostForm('accent')
