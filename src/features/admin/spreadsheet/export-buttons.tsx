import { Button } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useLocale } from '../../../i18n/use-locale.ts'
import { useDeps } from '../../../ui/deps.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { useExport } from '../use-export.ts'
import { catalogueCsv, catalogueXlsx, fetchCatalogue } from './export-catalogue.ts'

/** The buttons that export the catalogue as CSV or XLSX, and the link to the import. */
export function SpreadsheetButtons() {
  const { t } = useLingui()
  const { api } = useDeps()
  const locale = useLocale()
  const saveExport = useExport('products')
  const [busy, setBusy] = useState<'csv' | 'xlsx'>()
  const save = async (kind: 'csv' | 'xlsx') => {
    setBusy(kind)
    const exported = saveExport(kind, async () => {
      const fishes = await fetchCatalogue(api)
      if (!Array.isArray(fishes)) return fishes
      return kind === 'csv' ? catalogueCsv(fishes, locale) : catalogueXlsx(fishes, locale)
    })
    await exported.finally(() => setBusy(undefined))
  }
  return (
    <>
      <Button loading={busy === 'csv'} onClick={() => void save('csv')}>{t`Export CSV`}</Button>
      <Button loading={busy === 'xlsx'} onClick={() => void save('xlsx')}>{t`Export XLSX`}</Button>
      <LinkButton to="/admin/import">
        <Trans>Import</Trans>
      </LinkButton>
    </>
  )
}
