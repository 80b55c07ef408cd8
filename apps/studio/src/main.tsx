import { openBook } from '@parley/browser'
import { createSettings, Studio } from '@parley/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { openWorkshop } from './open-workshop.ts'
import './style.css'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no place to draw in.')
const settings = createSettings(localStorage, navigator.language.startsWith('zh') ? 'zh' : 'en')
const workshop = await openWorkshop(settings, await openBook())

createRoot(root).render(
  <StrictMode>
    <Studio workshop={workshop} settings={settings} />
  </StrictMode>,
)
