import { speaker } from '@parley/dialects'

/**
 * What is said about models that run in here, by its id.
 * @public every language is held against it
 */
export const ggufWords = {
  'gguf.label': 'On this computer',
  'gguf.no-file': 'There is no file {file}. Correct PARLEY_MODEL, or choose another model.',
  'gguf.wrong-file': 'The file {file} cannot be used: {why} Choose a model in the GGUF format, or download this one again.',
  'gguf.incomplete': 'The file {file} is incomplete or damaged. Delete it and download it again.',
  'gguf.new-architecture':
    'The engine does not know the kind of model in {file} ({kind}). Choose another model; a newer Parley may bring an engine that knows it.',
  'gguf.not-loaded': 'The engine could not load {file}: {why}. Choose another model, or download this one again.',
  'gguf.memory':
    'The model {model} needs about {needed} GB of memory, and {free} GB are free. Close other programs, or choose a smaller model.',
  'gguf.memory-met': 'The memory of this computer is not enough for {model}. Close other programs, or choose a smaller model.',
  'gguf.not-installed':
    'The engine that runs {model} is not installed yet: {fetched} MB to download, {disk} MB on the disk. Install it in the studio (Settings, Model, Get a model), or with: parley engine install',
  'gguf.no-engine': 'There is no engine for this kind of computer ({system}). Use Ollama or another model server.',
  'gguf.install-failed':
    'The engine could not be installed ({why}). Check that this computer is online, then try again, or run by hand: {command}',
  'gguf.ended':
    'The engine that ran {model} has ended ({how}) in the middle of its answer. Try again: it is started anew. If it happens again, memory may be short: choose a smaller model.',
  'gguf.too-long':
    'The conversation has {tokens} tokens, and the model reads {most} at once here. Start a new conversation, or start Parley with PARLEY_CONTEXT={wanted}, which needs more memory.',
  'gguf.grammar': 'The engine could not read the grammar of this request ({why}). Choose another dialect for the model.',
  'gguf.failed': 'The engine failed: {why}. Try again, or choose another model.',
  'gguf.template': 'The chat template of {model} does not take this conversation: {why} Choose another model.',
  'gguf.text-only': 'The model {model} reads text only. Leave pictures and files out, or choose another model.',
  'gguf.no-native':
    'The model {model} is spoken to in a dialect, because nothing stands between it and Parley that would read its calls. Leave out `native`.',
  'gguf.plan-context': '{tokens} tokens at once of {trained} that it was trained for: {why}',
  'gguf.why-memory': 'more would not fit into the free memory',
  'gguf.why-enough': 'that is enough for long conversations, and more would take memory',
  'gguf.why-trained': 'it was trained for no more',
  'gguf.why-set': 'set by you',
  'gguf.plan-threads': '{threads} of {cores} cores, so that the computer stays usable',
  'gguf.plan-threads-set': '{threads} threads, set by you',
  'gguf.plan-cpu': 'on the processor: no engine for a graphics card is installed',
  'gguf.plan-gpu': 'on the graphics card, if it is found',
  'gguf.plan-slots': '{slots} conversations at once; more wait in line',
  'gguf.no-template': 'its file has no chat template, so it is spoken to as most models are',
  'gguf.own-page':
    'Only a page of this server on this computer, of somebody who may change what is everybody’s, may install engines and models.',
  'gguf.other-engine': 'The engine for this computer is {name}. Reload the page, and look at what would be installed.',
  'gguf.busy': 'The model {model} is answering somebody. Wait until it has ended, or stop the answer, then try again.',
  'weights.not-offered': 'There is no model {model} to download. Reload the page: the list may have changed.',
  'weights.not-found': 'Neither Ollama nor LM Studio has a model {model} on this computer any more. Look again.',
  'weights.not-here': 'There is no model {model} on the disk of this server any more. Reload the page, and choose another.',
  'weights.not-ours':
    'There is no model {model} that Parley has fetched or uses from another program. What PARLEY_MODEL names is not deleted from here.',
  'weights.unreachable':
    '{host} cannot be reached ({why}). Check that this computer is online, or name another place in PARLEY_MIRROR.',
  'weights.gated': 'This model must be agreed to first. Open {page}, accept its terms, or choose another model.',
  'weights.gone': '{host} does not give out {file} (status {status}). Choose another model, or try again later.',
  'weights.no-checksum':
    '{host} does not say what the checksum of {file} is, so it is not downloaded. Name another place in PARLEY_MIRROR.',
  'weights.wrong-checksum':
    'The file {file} is not what it should be: its checksum is wrong, so it was deleted. Download it again; if it stays, name another place in PARLEY_MIRROR.',
  'weights.no-room':
    'There is not enough room for {file}: {needed} GB are needed, and {free} GB are free. Make room on the disk, then try again.',
  'weights.disk-full': 'The disk is full, so {file} is not complete. Make room and try again: it goes on where it was.',
  'weights.broke-off': 'The download of {file} broke off ({why}). Try again: it goes on where it was.',
} as const

export const say = speaker(ggufWords)
