import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useWords } from '../language/words.tsx'
import { IconButton } from './button.tsx'

export function CopyButton({ text, label }: { readonly text: string | (() => string); readonly label?: string }) {
  const words = useWords()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 1600)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = () => {
    navigator.clipboard.writeText(typeof text === 'string' ? text : text()).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  }
  return (
    <IconButton label={copied ? words.action.copied : (label ?? words.action.copy)} onClick={copy}>
      {copied ? <Check className="size-4 text-good" /> : <Copy className="size-4" />}
    </IconButton>
  )
}
