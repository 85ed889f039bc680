import type { ShopSetup } from '../../../contract/shop.ts'
import { useDeps } from '../../ui/deps.tsx'
import { type SavedView, useSavedView } from '../../ui/use-saved-view.ts'

/** What the shop has of what makes it somebody's own. */
export function useSetup(): SavedView<ShopSetup> {
  const { api } = useDeps()
  return useSavedView<ShopSetup>('shop-setup', (signal) => api.call('shopSetup', { signal }))
}
