import { Button, Flex, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { useDeps } from '../../ui/deps.tsx'
import { exportOrders } from './export-orders.ts'
import { useExport } from './use-export.ts'

/** Exports all orders that match the search as a CSV file. The export can be cancelled. */
export function ExportButton({ keyword }: { keyword: string }) {
  const { t } = useLingui()
  const { api } = useDeps()
  const saveExport = useExport('orders')
  const [progress, setProgress] = useState<{ done: number; of: number }>()
  const stop = useRef(new AbortController())

  const start = async () => {
    stop.current = new AbortController()
    const { signal } = stop.current
    const onProgress = (done: number, of: number) => setProgress({ done, of })
    onProgress(0, 0)
    const exported = saveExport('csv', () => exportOrders({ api, keyword, signal, onProgress }))
    await exported.finally(() => setProgress(undefined))
  }
  if (progress === undefined) return <Button onClick={() => void start()}>{t`Export CSV`}</Button>
  return (
    <Flex align="center" gap="3">
      <Text role="status">
        {progress.of > 0 ? (
          <Trans>
            {progress.done} of {progress.of} orders
          </Trans>
        ) : (
          <Trans>Fetching the orders…</Trans>
        )}
      </Text>
      <Button onClick={() => stop.current.abort()}>
        <Trans>Cancel</Trans>
      </Button>
    </Flex>
  )
}
