import type { ShopSetup } from '../../contract/shop.ts'
import { useDeps } from './use-deps.tsx'
import { type SavedView, useSavedView } from './use-saved-view.ts'

/** Which steps in setting up the shop are done. */
export function useSetup(): SavedView<ShopSetup> {
  const { api } = useDeps()
  return useSavedView<ShopSetup>('shop-setup', (signal) => api.call('shopSetup', { signal }))
}
