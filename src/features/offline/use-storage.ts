import { useEffect, useState } from 'react'

export interface Storage {
  /** bytes used by this shop, as the browser estimates */
  usage: number | undefined
  /** whether the storage is persistent; undefined if the browser does not say */
  persisted: boolean | undefined
}

/** ms */
const updateInterval = 3000

/** How much is stored and whether it is persistent: undefined at first, then read again while the page is open. */
export function useStorage(): { storage: Storage | undefined; persist: () => void } {
  const [storage, setStorage] = useState<Storage>()
  useEffect(() => {
    let isMounted = true
    const update = () =>
      void readStorage().then((found) => {
        if (isMounted) setStorage(found)
      })
    update()
    const timer = setInterval(update, updateInterval)
    return () => {
      isMounted = false
      clearInterval(timer)
    }
  }, [])
  const persist = async () => {
    await navigator.storage?.persist?.().catch(() => false)
    setStorage(await readStorage())
  }
  return { storage, persist: () => void persist() }
}

/** Both undefined without a storage manager (plain HTTP). */
async function readStorage(): Promise<Storage> {
  const manager: StorageManager | undefined = navigator.storage
  const [estimate, persisted] = await Promise.all([
    // Safari before 17 has no estimate
    manager?.estimate?.().catch(() => undefined),
    manager?.persisted?.().catch(() => undefined),
  ])
  return { usage: estimate?.usage, persisted }
}
