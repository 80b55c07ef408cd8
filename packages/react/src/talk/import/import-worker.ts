import { readForeign } from '@parley/browser'

/** Reads an export away from the page: a long life of conversations is hundreds of megabytes. */
addEventListener('message', ({ data }: MessageEvent<File>) => {
  void data.text().then(
    (source) => postMessage(readForeign(source)),
    () => postMessage(undefined),
  )
})
