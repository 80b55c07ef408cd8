import { Bot } from 'lucide-react'
import { useLateWords } from '../language/late-words.ts'
import { labelSentence } from '../model/model-list.ts'
import { modelChosen, useAllModels } from '../model/use-models.ts'
import { CommandChoice, CommandGroup, CommandList } from '../parts/command.tsx'
import { Dialog } from '../parts/dialog.tsx'

interface AgainWithProps {
  readonly onChosen: () => void
  readonly onClose: () => void
}

/** Another model for the same question; it goes on with the conversation, too. */
export default function AgainWith({ onChosen, onClose }: AgainWithProps) {
  const words = useLateWords()
  const [models] = useAllModels('/api/models')
  const choose = (id: string) => {
    modelChosen(id)
    onClose()
    onChosen()
  }
  return (
    <Dialog open onClose={onClose} title={words.thread.regenerateWith}>
      <div className="-mx-5 -mb-5 flex min-h-0 flex-1 flex-col">
        <CommandList label={words.picker.search} empty={words.picker.nothing}>
          <CommandGroup>
            {(models.kind === 'known' ? models.list.models : []).map((model) => (
              <CommandChoice
                key={model.id}
                id={model.id}
                words={[model.label]}
                label={words.said(labelSentence(model))}
                hint={model.demo ? words.model.demoText : model.provider}
                icon={<Bot aria-hidden="true" />}
                onSelect={() => choose(model.id)}
              />
            ))}
          </CommandGroup>
        </CommandList>
      </div>
    </Dialog>
  )
}
