import { Component, type ReactNode } from 'react'
import { useWords } from '../language/words.tsx'
import { Button } from '../parts/button.tsx'

interface CrashGuardProps {
  readonly children: ReactNode
}

/** An error nobody expected costs the page, not the conversations: they are kept, and the page says so. */
export class CrashGuard extends Component<CrashGuardProps, { readonly error: unknown }> {
  override state: { readonly error: unknown } = { error: undefined }

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('unknown') }
  }

  override render(): ReactNode {
    return this.state.error === undefined ? this.props.children : <Crashed error={this.state.error} />
  }
}

function Crashed({ error }: { readonly error: unknown }) {
  const words = useWords()
  return (
    <FullPage
      title={words.fault.title}
      text={words.fault.crashed}
      detail={error instanceof Error ? error.message : String(error)}
    />
  )
}

/** The page when the browser keeps nothing for us, as some do in private windows, and all do without https. */
export function NothingKept({ error }: { readonly error: unknown }) {
  const words = useWords()
  return (
    <FullPage
      title={words.fault.title}
      text={isSecureContext ? words.fault.storage : words.fault.insecure}
      detail={error instanceof Error ? error.message : String(error)}
    />
  )
}

interface FullPageProps {
  readonly title: string
  readonly text: string
  readonly detail: string
}

function FullPage({ title, text, detail }: FullPageProps) {
  const words = useWords()
  return (
    <main role="alert" className="grid h-full place-items-center p-6 text-center">
      <div className="max-w-md space-y-3">
        <h1 className="text-lg font-semibold">{title}</h1>
        <p className="text-soft">{text}</p>
        <p className="font-mono text-xs text-faint">{detail}</p>
        <Button tone="primary" onClick={() => location.reload()}>
          {words.fault.reload}
        </Button>
      </div>
    </main>
  )
}
