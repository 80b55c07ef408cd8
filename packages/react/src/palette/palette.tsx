import { Bot, Check, MessageSquare, Plug } from 'lucide-react'
import { useRef } from 'react'
import { type LateWords, useLateWords } from '../language/late-words.ts'
import { labelSentence } from '../model/model-list.ts'
import { connectModel, modelChosen, useAllModels } from '../model/use-models.ts'
import { CommandChoice, CommandGroup, CommandList } from '../parts/command.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { KeyHint } from '../parts/key-hint.tsx'
import { useSettings } from '../settings/use-settings.tsx'
import { goToThread } from '../studio/thread-address.ts'
import { type Commands, choices, deeds, modes, type PaletteDoors, places, talkDeeds } from './commands.ts'
import { useThreadTitles } from './use-thread-titles.ts'

export interface PaletteProps extends PaletteDoors {
  readonly onClose: () => void
}

/** Everything there is to do, found by its words. */
export default function Palette(props: PaletteProps) {
  const words = useLateWords()
  const groups = useCommands(props, words)
  // What opens next to the palette would lose its focus to what the palette gives back.
  const chosen = useRef<() => void>(undefined)
  return (
    <Dialog open onClose={props.onClose} onClosed={() => chosen.current?.()} title={words.palette.title}>
      <div data-testid="palette" className="-mx-5 -mb-5 flex min-h-0 flex-1 flex-col">
        <CommandList label={words.palette.search} empty={words.palette.nothing}>
          {groups
            .filter(({ commands }) => commands.length > 0)
            .map(({ heading, commands }) => (
              // The title of the dialog says the first one already.
              <CommandGroup key={heading} {...(heading !== words.palette.title && { heading })}>
                {commands.map(({ id, label, icon: Icon, keys, checked, act }) => (
                  <CommandChoice
                    key={id}
                    id={id}
                    words={[label, heading]}
                    label={label}
                    icon={<Icon aria-hidden="true" />}
                    {...(keys !== undefined && { detail: <KeyHint keys={keys} /> })}
                    {...(checked && { detail: <Check aria-hidden="true" className="size-4 text-parley" /> })}
                    onSelect={() => {
                      chosen.current = act
                      props.onClose()
                    }}
                  />
                ))}
              </CommandGroup>
            ))}
        </CommandList>
      </div>
    </Dialog>
  )
}

function useCommands(props: PaletteProps, words: LateWords): readonly Commands[] {
  const [settings, change] = useSettings()
  const [models] = useAllModels('/api/models')
  const titles = useThreadTitles(props.services)
  const offered = models.kind === 'known' ? models.list.models : []
  return [
    { heading: words.palette.title, commands: deeds(props, words) },
    { heading: words.talkMenu.label, commands: talkDeeds(props, words) },
    { heading: words.palette.goTo, commands: places(props, words) },
    {
      heading: words.palette.conversations,
      commands: titles.map(({ id, title }) => ({
        id: `thread ${id}`,
        label: title || words.thread.untitled,
        icon: MessageSquare,
        act: () => goToThread(id),
      })),
    },
    {
      heading: words.palette.models,
      commands: [
        ...offered.map((model) => ({
          id: `model ${model.id}`,
          label: words.said(labelSentence(model)),
          icon: Bot,
          act: () => modelChosen(model.id),
        })),
        { id: 'connect', label: words.model.connect, icon: Plug, act: connectModel },
      ],
    },
    modes(props, words),
    ...choices(props, words, settings, change),
  ]
}
