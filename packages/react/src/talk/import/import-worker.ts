import { readForeignFile } from './read-foreign-file.ts'

/** Reads an export away from the page: a long life of conversations is hundreds of megabytes. */
addEventListener('message', ({ data }: MessageEvent<File>) => {
  void readForeignFile(data).then(
    (read) => postMessage(read),
    () => postMessage(undefined),
  )
})
