import { Button, Card, FileUpload, Heading, SimpleGrid, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Notice } from '../../../ui/notice.tsx'
import { type TableFailure, tableLimits } from './read-table.ts'
import type { Import } from './use-import.ts'

/** Step 1: choose the spreadsheet and the pictures that it names. */
export function ChooseFiles({ run, failure }: { run: Import; failure: TableFailure | undefined }) {
  const { t, i18n } = useLingui()
  const rows = i18n.number(tableLimits.rows)
  const failures: Record<TableFailure, string> = {
    'too-large': t`This file is too large. Please divide it.`,
    'too-many-rows': t`This file has more than ${rows} rows. Please divide it.`,
    unreadable: t`This file cannot be read. Please save it as CSV or XLSX.`,
    empty: t`This file has no rows below its titles.`,
  }
  const { files, unreadable } = run.pictures
  const count = files.size
  const broken = unreadable.join(', ')
  return (
    <SimpleGrid columns={{ base: 1, lg: 2 }} gap="6">
      <Choice title={t`The spreadsheet`}>
        <Text color="fg.muted">
          <Trans>
            One product per row; the first row has the titles. A product is found by its article number, else by its ID.
            A row without either makes a new product.
          </Trans>
        </Text>
        {failure && <Notice kind="error">{failures[failure]}</Notice>}
        <Files
          label={t`Choose a spreadsheet`}
          accept=".csv,.tsv,.txt,.xlsx"
          onFiles={([file]) => file && void run.chooseTable(file)}
        />
      </Choice>
      <Choice title={t`Pictures (optional)`}>
        <Text color="fg.muted">
          <Trans>
            The column Picture names a file. Choose these files together, or a ZIP archive of them, before the
            spreadsheet.
          </Trans>
        </Text>
        {broken && (
          <Notice kind="error">
            <Trans>This archive cannot be opened: {broken}</Trans>
          </Notice>
        )}
        <Files
          label={t`Choose pictures`}
          accept=".jpg,.jpeg,.png,.webp,.avif,.zip"
          several
          onFiles={(chosen) => void run.choosePictures(chosen)}
        />
        <Text role="status">{count > 0 && <Trans>Pictures chosen: {count}</Trans>}</Text>
      </Choice>
    </SimpleGrid>
  )
}

function Choice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card.Root>
      <Card.Body display="grid" gap="4">
        <Heading as="h2" size="lg">
          {title}
        </Heading>
        {children}
      </Card.Body>
    </Card.Root>
  )
}

interface FilesProps {
  label: string
  accept: string
  several?: boolean
  onFiles: (files: File[]) => void
}

function Files({ label, accept, several = false, onFiles }: FilesProps) {
  return (
    <FileUpload.Root
      maxFiles={several ? 5000 : 1}
      onFileChange={({ acceptedFiles }) => acceptedFiles.length > 0 && onFiles(acceptedFiles)}
    >
      <FileUpload.HiddenInput aria-label={label} aria-hidden={false} accept={accept} />
      <FileUpload.Trigger asChild>
        <Button>{label}</Button>
      </FileUpload.Trigger>
    </FileUpload.Root>
  )
}
