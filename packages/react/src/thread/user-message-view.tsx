import { ActionBarPrimitive, AuiIf, ComposerPrimitive, MessagePrimitive, useAui } from '@assistant-ui/react'
import type { UserMessage } from '@parley/browser'
import type { FilePart } from '@parley/dialects'
import { History, Paperclip, Pencil } from 'lucide-react'
import { memo, useState } from 'react'
import { Characters } from '../code/characters.tsx'
import { useWords } from '../language/words.tsx'
import { Button, IconButton } from '../parts/button.tsx'
import { DialogAway } from '../parts/dialog.tsx'
import { fetchedPart, partOfTalk, WhenFetched } from '../parts/fetched.tsx'
import { readAttached } from './attached/attachment.ts'
import { BranchPicker } from './branch-picker.tsx'
import { drawnAs } from './draw-later.tsx'
import { useOpenThread } from './open-thread.tsx'

const SaidWords = partOfTalk(() => import('./complete/said-words.tsx'))
const RestoreDialog = fetchedPart(() => import('./restore-dialog.tsx'))

interface UserMessageViewProps {
  readonly message: UserMessage
  /** Whether so many messages follow that it is hardly ever on the screen. */
  readonly far: boolean
}

export const UserMessageView = memo(function UserMessageView({ message, far }: UserMessageViewProps) {
  const words = useWords()
  const aui = useAui()
  const { files } = useOpenThread()
  const [restoring, setRestoring] = useState(false)
  return (
    <MessagePrimitive.Root {...drawnAs(message.parts, far)} className="group/message" data-role="user">
      <h2 className="sr-only">{words.thread.you}</h2>
      <AuiIf condition={(s) => s.composer.isEditing}>
        <EditComposer />
      </AuiIf>
      <AuiIf condition={(s) => !s.composer.isEditing}>
        <div className="ml-auto w-fit max-w-[85%] rounded-2xl rounded-br-md bg-well px-4 py-2.5 break-words whitespace-pre-wrap">
          {message.parts.map((part, index) =>
            part.type === 'text' ? <Words key={index} text={part.text} /> : <AttachedFile key={index} part={part} />,
          )}
        </div>
        <div className="mt-1 -mb-5 flex items-center justify-end opacity-0 transition-opacity group-focus-within/message:opacity-100 group-hover/message:opacity-100 pointer-coarse:opacity-100">
          <BranchPicker branch={message.branch} />
          {files && (
            <IconButton label={words.restore.open} onClick={() => setRestoring(true)}>
              <History className="size-3.5" />
            </IconButton>
          )}
          <ActionBarPrimitive.Edit asChild>
            <IconButton label={words.thread.editMessage}>
              <Pencil className="size-3.5" />
            </IconButton>
          </ActionBarPrimitive.Edit>
        </div>
      </AuiIf>
      {restoring && files && (
        <WhenFetched waiting={null} failed={<DialogAway title={words.restore.title} onClose={() => setRestoring(false)} />}>
          <RestoreDialog
            files={files}
            time={message.createdAt}
            onClose={() => setRestoring(false)}
            onConversation={() => aui.composer.beginEdit()}
          />
        </WhenFetched>
      )}
    </MessagePrimitive.Root>
  )
})

const SHOWN = /^image\/(?:png|jpeg|gif|webp)$/

/** A picture that is here is shown; what lies elsewhere is not fetched for it. */
function AttachedFile({ part: { data, mediaType, name } }: { readonly part: FilePart }) {
  if (SHOWN.test(mediaType) && !/^\w+:/.test(data))
    return (
      <img
        src={`data:${mediaType};base64,${data}`}
        alt={name ?? ''}
        title={name}
        className="mt-1.5 block max-h-72 max-w-full rounded-lg"
      />
    )
  return (
    <span className="flex items-center gap-1.5 text-[13px] text-soft">
      <Paperclip aria-hidden="true" className="size-3.5" />
      {name ?? mediaType}
    </span>
  )
}

/** What was attached stands folded under its name. Of a picture only the picture is of interest. */
function Words({ text }: { readonly text: string }) {
  const attached = readAttached(text)
  if (!attached) return <OwnWords text={text} />
  if (attached.text === '') return null
  return (
    <details className="mt-1 text-[13px]">
      <summary className="parley-summary text-soft">
        <Paperclip aria-hidden="true" className="mr-1.5 inline size-3.5" />
        <Characters text={attached.name.replace(/, from \/.*$/, '')} />
      </summary>
      <div className="mt-1 max-h-52 overflow-auto wrap-anywhere">
        <Characters text={attached.text} />
      </div>
    </details>
  )
}

function OwnWords({ text }: { readonly text: string }) {
  const words = <span>{text}</span>
  if (!text.includes('/')) return words
  return (
    <WhenFetched waiting={words} failed={words}>
      <SaidWords text={text} />
    </WhenFetched>
  )
}

function EditComposer() {
  const words = useWords()
  return (
    <ComposerPrimitive.Root className="ml-auto w-full max-w-[85%] rounded-2xl border border-line-strong/60 bg-sheet p-2">
      <ComposerPrimitive.Input
        aria-label={words.thread.editMessage}
        className="w-full resize-none bg-transparent px-2 py-1 outline-none"
        autoFocus
      />
      <div className="flex flex-wrap justify-end gap-2">
        <ComposerPrimitive.Cancel asChild>
          <Button tone="quiet">{words.action.cancel}</Button>
        </ComposerPrimitive.Cancel>
        <ComposerPrimitive.Send asChild>
          <Button tone="primary">{words.thread.sendEdited}</Button>
        </ComposerPrimitive.Send>
      </div>
    </ComposerPrimitive.Root>
  )
}
