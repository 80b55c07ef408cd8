import { speaker } from '@parley/dialects'

/** What is said about models that run in the page. */
export const pageModelWords = {
  'page-model.wrong-file': 'The file {file} cannot be used: {why} Choose a model in the GGUF format.',
  'page-model.too-large':
    'The file {file} has {size} MB. Without a graphics card that this browser gives to pages, only models up to {most} MB answer in useful time. Let the server run it, or choose a smaller one.',
  'page-model.memory':
    'The model {file} needs about {needed} GB of memory, and a page has at most {most} GB. Let the server run it, or choose a smaller one.',
  'page-model.no-room':
    'This browser has no room for {file}: {needed} GB are needed, and {free} GB are free. Delete other models or files, then try again.',
  'page-model.no-store':
    'This browser keeps no files for pages, so no model can be put into it. Use another browser, or the server.',
  'page-model.broke-off': 'The copy of {file} broke off ({why}). Nothing of it was kept. Try again.',
  'page-model.gone':
    'The weights of {model} are no longer in this browser: its storage was cleared. Open the file again (Settings, Model, Get a model).',
  'page-model.not-loaded':
    'The engine could not load {model}: the file is incomplete or damaged, or of a kind that the engine does not know. Delete it and open a whole file, or choose another model.',
  'page-model.no-engine':
    'The engine does not run in this browser ({why}). Use a recent Chrome or Edge, or let the server run the model.',
  'page-model.blocked':
    'This page may not start the engine: its security policy forbids {directive}. Serve the page with the headers that Parley names.',
  'page-model.hangs':
    'The engine has not loaded {model} after {seconds} seconds. Reload the page and try again, or let the server run the model.',
  'page-model.crashed':
    'The engine in this page has crashed while it answered. Try again: it is loaded anew. If it happens again, choose a smaller model.',
  'page-model.too-long':
    'The conversation is too long for {model}, which reads {most} tokens at once in this page. Start a new conversation, or switch tools off.',
  'page-model.template': 'The chat template of {model} does not take this conversation: {why} Choose another model.',
  'page-model.text-only': 'The model {model} reads text only here. Leave pictures and files out, or choose another model.',
  'page-model.no-native':
    'The model {model} is spoken to in a dialect, because nothing stands between it and Parley that would read its calls. Choose a dialect.',
  'page-model.stays':
    'This model runs in this browser, so the conversation stays here. Choose a model of the server first, then it can work on while closed.',
  'page-model.failed': 'The engine in this page failed: {why}. Try again, or choose another model.',
  'page-model.speech-files': 'its own chat template tells',
  'page-model.speech-usual': 'nothing is known of this model, so it is shown how to call tools',
  'built-in.label': 'The model of this browser',
  'built-in.away':
    'The built-in model of this browser is not there ({state}). Let the browser fetch it again, or choose another model.',
  'built-in.too-long':
    'The conversation is too long for the built-in model of this browser. Start a new one, or switch tools off.',
  'built-in.failed': 'The built-in model of this browser failed: {why}. Try again, or choose another model.',
} as const

export const say = speaker(pageModelWords)
