import { Button } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ConnectionError } from '../../../api/errors.ts'
import { useRefusalText } from '../../../i18n/refusals.ts'
import { useLocale } from '../../../i18n/use-locale.ts'
import { useDeps } from '../../../ui/deps.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { toast } from '../../../ui/toaster.tsx'
import { catalogueCsv, catalogueXlsx, fetchCatalogue } from './export-catalogue.ts'

/** The ways out of the catalogue and into it: files for a spreadsheet. */
export function SpreadsheetButtons() {
  const { t } = useLingui()
  const { api, clock } = useDeps()
  const locale = useLocale()
  const refusalText = useRefusalText()
  const [busy, setBusy] = useState<'csv' | 'xlsx'>()
  const save = async (kind: 'csv' | 'xlsx') => {
    setBusy(kind)
    try {
      const fishes = await fetchCatalogue(api)
      if (!Array.isArray(fishes)) return toast({ title: refusalText(fishes), kind: 'error' })
      const made = kind === 'csv' ? catalogueCsv(fishes, locale) : await catalogueXlsx(fishes, locale)
      saveFile(`products-${new Date(clock.now()).toISOString().slice(0, 10)}.${kind}`, made)
    } catch (error) {
      if (!(error instanceof ConnectionError)) throw error
      toast({ title: refusalText(error), kind: 'error' })
    } finally {
      setBusy(undefined)
    }
  }
  return (
    <>
      <Button loading={busy === 'csv'} onClick={() => void save('csv')}>{t`Export CSV`}</Button>
      <Button loading={busy === 'xlsx'} onClick={() => void save('xlsx')}>{t`Export XLSX`}</Button>
      <Button asChild>
        <Link to="/admin/import">
          <Trans>Import</Trans>
        </Link>
      </Button>
    </>
  )
}
