import { Button, Flex, Stack, type StackProps, Text } from '@chakra-ui/react'
import { useLingui } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { useLocale } from '../../i18n/use-locale.ts'
import { Select } from '../select.tsx'
import { type CsvStyle, csvStyleOf } from './csv.ts'
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
  const id = useId()
  const locale = useLocale()
  const { start, ...run } = useExport(list)
  const [chosen, setChosen] = useState<CsvStyle>()
  const style = chosen ?? csvStyleOf(locale)
  return (
    <Stack gap="3" {...stack}>
      <Flex wrap="wrap" gap="3" align="center">
        <Flex wrap="wrap" align="center" columnGap="2">
          <Text asChild color="fg.muted">
            <label htmlFor={id}>{t`CSV format`}</label>
          </Text>
          <Select
            id={id}
            // its longest option is shown whole, and says which signs the file has
            maxWidth="max-content"
            value={style}
            onValue={(value) => setChosen(value === 'comma' ? 'comma' : 'point')}
          >
            <option value="comma">{t`Excel (French, Spanish): ; and ,`}</option>
            <option value="point">{t`International: , and .`}</option>
          </Select>
        </Flex>
        <Button onClick={(event) => start({ kind: 'csv', style }, fetchRows, event)}>{t`Export CSV`}</Button>
        <Button onClick={(event) => start({ kind: 'xlsx' }, fetchRows, event)}>{t`Export XLSX`}</Button>
      </Flex>
      <ExportStatus {...run} />
    </Stack>
  )
}
