import { Button } from '@chakra-ui/react'
import { Plural, Trans } from '@lingui/react/macro'
import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import type { Order } from '../../../contract/orders.ts'
import { useDeps } from '../../db/use-deps.tsx'
import { formatBytes } from '../../i18n/numbers.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { openFile } from '../../sync/thread-files.ts'
import { ButtonRow } from '../../ui/buttons.tsx'

interface SaveAllFilesProps {
  order: Pick<Order, '_id' | 'events'>
  userId: string
}

/** Saves all files of an order on the device, for reading without a connection. Nothing where there are none. */
export function SaveAllFiles({ order, userId }: SaveAllFilesProps) {
  const deps = useDeps()
  const locale = useLocale()
  const [isBusy, setBusy] = useState(false)
  const here = order.events.flatMap(({ files = [] }) => files.filter((file) => file.here))
  const ids = here.map(({ _id }) => _id).join()
  const missing = useLiveQuery(async () => {
    const rows = await deps.db.files.bulkGet(here.map(({ _id }): [string, string] => [userId, _id])).catch(() => [])
    return here.filter((_, at) => rows[at]?.blob === undefined)
  }, [deps, userId, ids])
  if (here.length === 0 || !missing) return null
  async function saveAll() {
    setBusy(true)
    for (const file of missing ?? []) await openFile(deps, { userId, order: order._id }, file)
    setBusy(false)
  }
  const size = formatBytes(
    missing.reduce((sum, { bytes }) => sum + bytes, 0),
    locale,
  )
  return (
    <ButtonRow>
      {missing.length > 0 && (
        <Button loading={isBusy} onClick={() => void saveAll()}>
          <Trans comment="button: keeps them on the device for reading without a connection">
            Save all files of this order ({size})
          </Trans>
        </Button>
      )}
      <span role="status">
        {missing.length === 0 && (
          <Plural
            value={here.length}
            one="The file of this order is saved on this device."
            other="All # files of this order are saved on this device."
          />
        )}
      </span>
    </ButtonRow>
  )
}
