import { openThreadStorage } from '@parley/browser'
import { createSettings, LanguageProvider, loadWords, NothingKept, preferredLanguage, Studio } from '@parley/react'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { openServices } from './open-services.ts'
import './style.css'

const place = document.getElementById('root')
if (!place) throw new Error('The page has no place to draw in.')
const root = createRoot(place)
const language = preferredLanguage(navigator.languages)

async function openStudio(): Promise<ReactNode> {
  try {
    const settings = createSettings(localStorage, language)
    const [storage] = await Promise.all([openThreadStorage(), loadWords(settings.get().language)])
    const services = await openServices(settings, storage)
    return <Studio services={services} settings={settings} />
  } catch (error) {
    return (
      <LanguageProvider language={language}>
        <NothingKept error={error} />
      </LanguageProvider>
    )
  }
}

root.render(<StrictMode>{await openStudio()}</StrictMode>)
