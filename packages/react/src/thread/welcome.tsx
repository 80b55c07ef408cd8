import { ThreadPrimitive } from '@assistant-ui/react'
import { ArrowUpRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useWords } from '../language/words.tsx'

/** What an empty thread says: what to expect, three things to try, and whatever `children` add. */
export function Welcome({ children }: { readonly children?: ReactNode }) {
  const words = useWords()
  const stories = [words.welcome.primes, words.welcome.button, words.welcome.title3]
  return (
    <div className="m-auto w-full py-8 max-sm:py-2">
      <h2 className="text-[1.65rem] leading-tight font-semibold tracking-tight text-balance">{words.welcome.title}</h2>
      <p className="mt-2 text-soft text-pretty">{words.welcome.text}</p>
      <ul className="mt-6 divide-y divide-line border-y border-line">
        {stories.map((story) => (
          <li key={story}>
            <ThreadPrimitive.Suggestion
              prompt={story}
              send
              className="group flex min-h-12 w-full items-center gap-3 py-2 text-left hover:text-parley"
            >
              <span className="flex-1 text-pretty">{story}</span>
              <ArrowUpRight aria-hidden="true" className="size-4 text-faint group-hover:text-parley" />
            </ThreadPrimitive.Suggestion>
          </li>
        ))}
      </ul>
      {children}
    </div>
  )
}
