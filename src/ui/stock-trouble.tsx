import { Box, Button } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { nameIn } from '../../contract/locales.ts'
import { useDeps } from '../db/use-deps.tsx'
import { formatTonnes } from '../i18n/numbers.ts'
import { useLocale } from '../i18n/use-locale.ts'
import type { StockRow } from '../sync/outbox-rows.ts'
import { problemRefusal } from '../sync/problem-refusal.ts'
import { ButtonRow } from './buttons.tsx'
import { RefusalReasons } from './refusal-reasons.tsx'

/** Why the server refused a stock, with the actions to resolve it. After a conflict it shows both numbers. */
export function StockTrouble({ row, mine = row.payload.body.countInStock }: { row: StockRow; mine?: number }) {
  const { t } = useLingui()
  const { sync } = useDeps()
  const locale = useLocale()
  // one id, so that a double click is one change
  const [id] = useState(() => sync.newId())
  const now = row.problem?.countInStock
  const name = nameIn(row.payload.display, locale)
  const [its, own] = [formatTonnes(now ?? 0, locale), formatTonnes(mine, locale)]
  return (
    <>
      <Box role="alert" color="fg.error" fontSize="0.9375rem" fontWeight="medium" lineHeight="1.45" whiteSpace="normal">
        {now !== undefined && (
          <Trans comment="two stocks in tonnes; somebody else changed it meanwhile">
            It is {its} now, yours is {own}.
          </Trans>
        )}
        {now === undefined && row.problem && <RefusalReasons refusal={problemRefusal(row.problem)} verbatim />}
      </Box>
      <ButtonRow>
        {now !== undefined && (
          <Button size="sm" aria-label={t`Set mine again: ${name}`} onClick={() => void sync.setStockAgain(row, id)}>
            <Trans comment="button: my number replaces that of somebody else">Set mine again</Trans>
          </Button>
        )}
        <Button
          size="sm"
          colorPalette="red"
          aria-label={t`Discard mine: ${name}`}
          onClick={() => void sync.discardStock(row)}
        >
          <Trans comment="button: the number of somebody else stays">Discard mine</Trans>
        </Button>
      </ButtonRow>
    </>
  )
}
