import type { HumanForm } from '@parley/react'

/** The form of `pick_colour`, in the page's own words. */
export const ColourForm: HumanForm = ({ payload, resume }) => (
  <div role="group" aria-label="Colour">
    <p>{JSON.stringify(payload)}</p>
    <button type="button" onClick={() => resume('green')}>
      Green
    </button>
    <button type="button" onClick={() => resume('blue')}>
      Blue
    </button>
  </div>
)
