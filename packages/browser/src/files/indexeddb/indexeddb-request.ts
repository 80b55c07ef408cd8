import { say } from '../../words/files.ts'
import { FileError } from '../file-error.ts'
import { isOutOfRoom } from '../out-of-room.ts'
import { STORES } from './indexeddb-schema.ts'

export function answer<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.addEventListener('error', () => reject(request.error))
  })
}

export function begin(
  database: IDBDatabase,
  mode: 'readonly' | 'readwrite',
  stores: string | readonly string[] = STORES,
): IDBTransaction {
  try {
    // How lasting a change must be is nothing to a reader, and the browser would unpack it each time.
    return mode === 'readonly' ? database.transaction(stores) : database.transaction(stores, mode, { durability: 'relaxed' })
  } catch (cause) {
    throw new FileError('EACCES', '/', say('file.closed'), { cause })
  }
}

/** Resolves when everything is in the database, rejects when nothing is. */
export function endOf(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.addEventListener('abort', () =>
      reject(isOutOfRoom(transaction.error) ? outOfSpace(transaction.error) : transaction.error),
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

function outOfSpace(cause: unknown): FileError {
  return new FileError('ENOSPC', '/', say('file.no-room'), { cause })
}
