import { useEffect, useState } from 'react'

interface Storage {
  /** bytes that this shop takes up, as the browser estimates */
  usage: number | undefined
  /** whether the browser has promised not to clear them; undefined where it says nothing */
  persisted: boolean | undefined
}

const lookEvery = 3000

/** How much is stored and whether it is persistent; read again while the page is open. */
export function useStorage(): Storage & { ask: () => Promise<void> } {
  const [storage, setStorage] = useState<Storage>({ usage: undefined, persisted: undefined })
  useEffect(() => {
    let here = true
    const look = () =>
      void readStorage().then((found) => {
        if (here) setStorage(found)
      })
    look()
    const timer = setInterval(look, lookEvery)
    return () => {
      here = false
      clearInterval(timer)
    }
  }, [])
  return {
    ...storage,
    async ask() {
      await navigator.storage?.persist?.().catch(() => false)
      setStorage(await readStorage())
    },
  }
}

/** Nothing where the browser has no such knowledge (plain HTTP). */
async function readStorage(): Promise<Storage> {
  const manager: StorageManager | undefined = navigator.storage
  const [estimate, persisted] = await Promise.all([
    // Safari before 17 has no estimate
    manager?.estimate?.().catch(() => undefined),
    manager?.persisted?.().catch(() => undefined),
  ])
  return { usage: estimate?.usage, persisted }
}
