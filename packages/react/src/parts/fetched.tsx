import { Component, type ComponentType, lazy, type ReactNode, Suspense } from 'react'

/** Code that was wanted and could not be fetched: the server is away, or has been replaced by a newer one. */
class NotFetched extends Error {
  override name = 'NotFetched'
}

/** Marks the failure to fetch, so that it is told from an error in what was fetched. */
export async function fetched<Code>(loading: Promise<Code>): Promise<Code> {
  try {
    return await loading
  } catch (cause) {
    throw new NotFetched('A part of the page could not be fetched.', { cause })
  }
}

/** A component whose code is fetched when it is first drawn. Draw it inside `WhenFetched`. */
export const fetchedPart = <Props extends object>(load: () => Promise<{ readonly default: ComponentType<Props> }>) =>
  lazy(() => fetched(load()))

const SOON_MS = 2000
const composer = Promise.withResolvers<void>()

/** Says that there is a place to ask a question. */
export const composerStands = (): void => composer.resolve()

/** A page is opened to ask something; what else it has is fetched then. A page of somebody else's may have no composer, and does not wait long. */
export const whenComposerStands = (): Promise<void> =>
  Promise.race([composer.promise, new Promise<void>((resolve) => setTimeout(resolve, SOON_MS))])

export const partBesideComposer = <Props extends object>(load: () => Promise<{ readonly default: ComponentType<Props> }>) =>
  fetchedPart<Props>(() => whenComposerStands().then(load))

const talk = Promise.withResolvers<void>()

/** Says that there are words to draw, or somebody who is about to write some. */
export const talkBegins = (): void => talk.resolve()

/** Who only opens the page does not pay for what answers need. */
export const whenTalkBegins = (): Promise<void> => talk.promise

export const partOfTalk = <Props extends object>(load: () => Promise<{ readonly default: ComponentType<Props> }>) =>
  fetchedPart<Props>(() => whenTalkBegins().then(load))

interface WhenFetchedProps {
  /** While the code is on its way. */
  readonly waiting: ReactNode
  /** When it does not come. That costs this part of the page, and not the page. */
  readonly failed: ReactNode
  readonly children: ReactNode
}

export function WhenFetched({ waiting, failed, children }: WhenFetchedProps) {
  return (
    <FetchGuard failed={failed}>
      <Suspense fallback={waiting}>{children}</Suspense>
    </FetchGuard>
  )
}

class FetchGuard extends Component<Omit<WhenFetchedProps, 'waiting'>, { readonly error: unknown }> {
  override state: { readonly error: unknown } = { error: undefined }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === undefined) return this.props.children
    if (error instanceof NotFetched) return this.props.failed
    throw error
  }
}
