import { FileError } from './file-error.ts'

export function answer<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.addEventListener('error', () => reject(request.error))
  })
}

/** Resolves when everything is in the database, rejects when nothing is. */
export function endOf(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.addEventListener('abort', () =>
      reject(isQuota(transaction.error) ? outOfSpace(transaction.error) : transaction.error),
    )
  })
}

export function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort()
  } catch {
    // It had ended by itself.
  }
}

function isQuota(error: unknown): boolean {
  return error instanceof Error && error.name === 'QuotaExceededError'
}

function outOfSpace(cause: unknown): FileError {
  return new FileError(
    'ENOSPC',
    '/',
    'This browser has no room left for files. Nothing was changed. Remove files or old versions, then try again.',
    { cause },
  )
}
