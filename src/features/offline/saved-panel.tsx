import { Button, SimpleGrid, Stat } from '@chakra-ui/react'
import { Plural, Trans } from '@lingui/react/macro'
import { useLiveQuery } from 'dexie-react-hooks'
import type { ReactNode } from 'react'
import { countFishes, getCatalogueState } from '../../data/catalogue/store.ts'
import { useDeps } from '../../data/use-deps.tsx'
import { formatBytes } from '../../i18n/numbers.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { Time } from '../../ui/dates.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import type { Storage } from './use-storage.ts'

/** How many products are saved, and the state of the last pull; undefined at first. */
export function useSavedCatalogue() {
  const { db } = useDeps()
  return useLiveQuery(async () => ({ count: await countFishes(db), state: await getCatalogueState(db) }), [db])
}

interface SavedPanelProps {
  catalogue: NonNullable<ReturnType<typeof useSavedCatalogue>>
  storage: Storage
  /** asks the browser for persistent storage */
  onPersist: () => void
}

/** The saved catalogue: its products, age and size, and whether the storage is persistent. */
export function SavedPanel({ catalogue, storage, onPersist }: SavedPanelProps) {
  const locale = useLocale()
  const { count, state } = catalogue
  const { usage, persisted } = storage
  return (
    <Panel titleId="saved-catalogue" title={<Trans>Catalogue</Trans>}>
      <SimpleGrid minChildWidth="min(100%, 11rem)" rowGap="0" columnGap="6">
        <Fact label={<Trans>Products</Trans>}>
          {state?.tooMany ? (
            <Trans>Only the pages you have seen: the catalogue is very large.</Trans>
          ) : state?.complete ? (
            <Plural value={count} one="# product, complete" other="# products, complete" />
          ) : (
            <Trans>Not complete yet</Trans>
          )}
        </Fact>
        <Fact label={<Trans comment="When the saved catalogue was last compared with the shop">Last checked</Trans>}>
          {state && state.at > 0 ? <Time at={state.at} /> : <Trans>Never</Trans>}
        </Fact>
        {usage !== undefined && <Fact label={<Trans>Size of everything</Trans>}>{formatBytes(usage, locale)}</Fact>}
      </SimpleGrid>
      {persisted === true && (
        <Notice kind="success">
          <Trans>This device has promised to keep what is saved.</Trans>
        </Notice>
      )}
      {persisted === false && (
        <Notice kind="warning">
          <p>
            <Trans>
              This device does not promise to keep what is saved: it may clear it when space runs out or after some time
              without a visit. Send what waits while you have a connection.
            </Trans>
          </p>
          <Button onClick={onPersist}>
            <Trans>Ask the device to keep it</Trans>
          </Button>
        </Notice>
      )}
    </Panel>
  )
}

function Fact({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <Stat.Root py="2.5" borderBottom="1px solid {colors.border}">
      <Stat.Label>{label}</Stat.Label>
      <Stat.ValueText fontFamily="body" fontSize="md" overflowWrap="anywhere">
        {children}
      </Stat.ValueText>
    </Stat.Root>
  )
}
