import { css } from '@codemirror/lang-css'
import { html } from '@codemirror/lang-html'
import { javascript } from '@codemirror/lang-javascript'
import { json } from '@codemirror/lang-json'
import { markdown } from '@codemirror/lang-markdown'
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { Annotation, EditorState, type Extension } from '@codemirror/state'
import { tags } from '@lezer/highlight'
import { basicSetup, EditorView } from 'codemirror'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useWords } from '../language/words.tsx'
import type { CodeEditorProps, FetchedEditorProps } from './code-editor.tsx'

const LANGUAGES: Readonly<Record<string, () => Extension>> = {
  javascript: () => javascript(),
  typescript: () => javascript({ typescript: true }),
  jsx: () => javascript({ jsx: true }),
  tsx: () => javascript({ jsx: true, typescript: true }),
  json: () => json(),
  css: () => css(),
  html: () => html(),
  markdown: () => markdown(),
}

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.modifier, tags.operatorKeyword, tags.self, tags.null, tags.bool], color: 'var(--parley-code-key)' },
  { tag: [tags.string, tags.regexp, tags.special(tags.string)], color: 'var(--parley-code-text)' },
  { tag: [tags.number, tags.atom], color: 'var(--parley-code-number)' },
  { tag: tags.comment, color: 'var(--parley-code-note)', fontStyle: 'italic' },
  {
    tag: [tags.function(tags.variableName), tags.propertyName, tags.tagName, tags.typeName, tags.className],
    color: 'var(--parley-code-name)',
  },
  { tag: [tags.heading, tags.strong], fontWeight: '600' },
])

const theme = EditorView.theme({
  '&': { backgroundColor: 'var(--parley-sheet)', color: 'var(--parley-ink)', fontSize: '13px', height: '100%' },
  '&.cm-focused': { outline: '2px solid var(--parley-focus)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.55' },
  '.cm-gutters': {
    backgroundColor: 'var(--parley-well)',
    color: 'var(--parley-faint)',
    borderRight: '1px solid var(--parley-line)',
  },
  '.cm-activeLine': { backgroundColor: 'transparent' },
  '.cm-activeLineGutter': { backgroundColor: 'var(--parley-line)', color: 'var(--parley-ink)' },
  '.cm-cursor': { borderLeftColor: 'var(--parley-ink)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in oklab, var(--parley-accent) 28%, transparent)',
  },
  '.cm-foldPlaceholder, .cm-tooltip, .cm-panels': {
    backgroundColor: 'var(--parley-well)',
    color: 'var(--parley-ink)',
    borderColor: 'var(--parley-line)',
  },
})

/** Marks a change that the page made, so that it is not reported back as the user's. */
const fromOutside = Annotation.define<boolean>()

function extensionsFor(
  { language, label, onChange }: CodeEditorProps,
  phrases: Extension,
  changed: (text: string) => void,
): Extension[] {
  const known = Object.hasOwn(LANGUAGES, language) ? LANGUAGES[language]?.() : undefined
  return [
    basicSetup,
    phrases,
    theme,
    syntaxHighlighting(colours),
    ...(known ? [known] : []),
    EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
    EditorState.readOnly.of(onChange === undefined),
    EditorView.updateListener.of((update) => {
      const typed = !update.transactions.some((transaction) => transaction.annotation(fromOutside))
      if (update.docChanged && typed) changed(update.state.doc.toString())
    }),
  ]
}

export default function CodeMirror(props: FetchedEditorProps) {
  const words = useWords()
  const phrases = EditorState.phrases.of(words.editor)
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const changed = useEffectEvent((text: string) => props.onChange?.(text))
  const create = useEffectEvent((parent: HTMLElement) => {
    const extensions = extensionsFor(props, phrases, (text) => changed(text))
    const editor = new EditorView({ parent, state: EditorState.create({ doc: props.text, extensions }) })
    if (props.takesFocus()) editor.focus()
    return editor
  })
  useEffect(() => {
    if (!host.current) return
    const editor = create(host.current)
    view.current = editor
    return () => editor.destroy()
  }, [])
  useEffect(() => {
    const editor = view.current
    if (!editor || editor.state.doc.toString() === props.text) return
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: props.text }, annotations: fromOutside.of(true) })
  }, [props.text])
  const size = props.fill ? 'h-full overflow-hidden' : 'mt-1 max-h-96 overflow-auto rounded-lg border border-line-strong/60'
  return <div ref={host} data-editable="" className={size} />
}
