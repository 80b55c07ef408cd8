import './without-eval.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import './style.css'

const dark = matchMedia('(prefers-color-scheme: dark)')
const paint = () => document.documentElement.setAttribute('data-theme', dark.matches ? 'dark' : 'light')
dark.addEventListener('change', paint)
paint()

const place = document.getElementById('root')
if (!place) throw new Error('The page has no place to draw in.')
createRoot(place).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
