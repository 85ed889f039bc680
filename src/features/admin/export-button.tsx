import { Button, Flex, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { ConnectionError, type Refusal } from '../../api/errors.ts'
import { useRefusalText } from '../../i18n/refusals.ts'
import { useDeps } from '../../ui/deps.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { toast } from '../../ui/toaster.tsx'
import { exportOrders } from './export-orders.ts'

/** Makes a CSV file of all orders that match the search, page by page, and can be stopped. */
export function ExportOrders({ keyword }: { keyword: string }) {
  const { t } = useLingui()
  const { api, clock } = useDeps()
  const refusalText = useRefusalText()
  const [progress, setProgress] = useState<{ done: number; of: number }>()
  const stop = useRef(new AbortController())

  const fail = (problem: Refusal | ConnectionError) => toast({ title: refusalText(problem), kind: 'error' })
  const start = async () => {
    stop.current = new AbortController()
    const { signal } = stop.current
    setProgress({ done: 0, of: 0 })
    try {
      const onProgress = (done: number, of: number) => setProgress({ done, of })
      const made = await exportOrders({ api, keyword, signal, onProgress })
      if (typeof made === 'string') saveFile(`orders-${new Date(clock.now()).toISOString().slice(0, 10)}.csv`, made)
      else fail(made)
    } catch (error) {
      if (!(error instanceof ConnectionError)) throw error
      if (!signal.aborted) fail(error)
    } finally {
      setProgress(undefined)
    }
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
