import { useEffect, useState, useSyncExternalStore } from 'react'
import type { OfflineService, StudioServices } from '../studio/studio-services.ts'

/** Absent: it is not fetched yet. */
export function useOffline({ offline }: StudioServices): OfflineService | undefined {
  const [service, setService] = useState<OfflineService>()
  useEffect(() => {
    let left = false
    offline?.then(
      (opened) => void (left || setService(opened)),
      () => undefined,
    )
    return () => {
      left = true
    }
  }, [offline])
  return service
}

const never = () => () => {}

export const useCopy = (service: OfflineService | undefined) =>
  useSyncExternalStore(service?.copy.subscribe ?? never, () => service?.copy.get())

export const useIsAway = (service: OfflineService | undefined): boolean =>
  useSyncExternalStore(service?.line.subscribe ?? never, () => service?.line.isAway() ?? false)
