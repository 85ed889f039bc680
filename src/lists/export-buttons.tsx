import { Button, Flex, Stack, type StackProps } from '@chakra-ui/react'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { BesideLabel } from '../forms/fields.tsx'
import { Select } from '../forms/select.tsx'
import { useLocale } from '../i18n/use-locale.ts'
import { type CsvStyle, csvStyleOf } from '../tables/csv.ts'
import { ExportStatus } from './export-status.tsx'
import { type FetchRows, useExport } from './use-export.ts'

interface ExportButtonsProps extends StackProps {
  /** the start of the file's name */
  list: string
  fetchRows: FetchRows
}

/** Exports a table as CSV or XLSX. The CSV is by default one that spreadsheets of the reader's language open. */
export function ExportButtons({ list, fetchRows, ...stack }: ExportButtonsProps) {
  const { t } = useLingui()
  const locale = useLocale()
  const { start, ...run } = useExport(list)
  const [chosen, setChosen] = useState<CsvStyle>()
  const style = chosen ?? csvStyleOf(locale)
  return (
    <Stack gap="3" {...stack}>
      <Flex wrap="wrap" gap="3" align="center">
        <BesideLabel label={t`CSV format`}>
          {(id) => (
            <Select
              id={id}
              // its longest option is shown whole, also on a phone, and says which signs the file has
              maxWidth="max-content"
              value={style}
              options={[
                { value: 'comma', label: t`Excel (FR, ES): ; and ,` },
                { value: 'point', label: t`International: , and .` },
              ]}
              onValue={setChosen}
            />
          )}
        </BesideLabel>
        <Button onClick={(event) => start({ kind: 'csv', style }, fetchRows, event)}>{t`Export CSV`}</Button>
        <Button onClick={(event) => start({ kind: 'xlsx' }, fetchRows, event)}>{t`Export XLSX`}</Button>
      </Flex>
      <ExportStatus {...run} />
    </Stack>
  )
}
