import { BookMarked, Check } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useLateWords } from '../../language/late-words.ts'
import { type Command, deeds, modes, type PaletteDoors, talkDeeds } from '../../palette/commands.ts'
import { KeyHint } from '../../parts/key-hint.tsx'
import { rankOf } from '../../parts/rank-of.ts'
import { ownPrompts } from '../../talk/prompts/own-prompts.ts'
import { type Choice, ChoiceList } from './choice-list.tsx'
import type { OfferProps } from './completion.tsx'
import { MOST_SHOWN } from './find-paths.ts'

const HINT_LETTERS = 200

interface CommandChoicesProps extends OfferProps {
  readonly doors: PaletteDoors
}

/** One's own prompts, and of the palette what is done in a conversation. */
export function CommandChoices({ doors, field, trigger: { query }, insert, onClose }: CommandChoicesProps) {
  const words = useLateWords()
  const prompts = useSyncExternalStore(ownPrompts.subscribe, ownPrompts.list)
  const toChoice = ({ id, label, icon, keys, checked, act }: Command): Choice => ({
    id,
    label,
    icon,
    ...(keys !== undefined && { detail: <KeyHint keys={keys} /> }),
    ...(checked && { detail: <Check aria-hidden="true" className="size-4 text-parley" /> }),
    choose: () => {
      insert('')
      act()
    },
  })
  const known = [
    { heading: words.palette.title, commands: deeds(doors, words) },
    { heading: words.talkMenu.label, commands: talkDeeds(doors, words) },
    modes(doors, words),
  ]
  const groups = [
    {
      heading: words.complete.prompts,
      choices: prompts.map(
        ({ id, name, text }): Choice => ({
          id: `prompt ${id}`,
          label: name,
          hint: text.slice(0, HINT_LETTERS),
          icon: BookMarked,
          choose: () => insert(text),
        }),
      ),
    },
    ...known.map(({ heading, commands }) => ({ heading, choices: commands.map(toChoice) })),
  ]
  const found = groups
    .map(({ heading, choices }) => ({ heading, choices: fitting(choices, query) }))
    .filter(({ choices }) => choices.length > 0)
  if (found.length === 0) return null
  return <ChoiceList field={field} label={words.complete.commands} query={query} groups={found} onClose={onClose} />
}

/** The best first. A command is also found by its English id, in every language; a prompt has a name alone. */
function fitting(choices: readonly Choice[], query: string): readonly Choice[] {
  const ranked = choices.map((choice) => ({ choice, rank: rankOf(idOf(choice), query, [choice.label]) }))
  return ranked
    .filter(({ rank }) => rank > 0)
    .toSorted((one, other) => other.rank - one.rank)
    .slice(0, MOST_SHOWN)
    .map(({ choice }) => choice)
}

const idOf = ({ id }: Choice): string => (id.startsWith('prompt ') ? '' : id)
