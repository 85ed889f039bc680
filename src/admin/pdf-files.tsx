import { Box, Flex, Link, Stack } from '@chakra-ui/react'
import { useLingui } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import type { Reply } from '../api/exchange.ts'
import { useDeps } from '../db/use-deps.tsx'
import { FileButton } from '../forms/file-button.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { useTaking } from './picture-setting.tsx'
import { tool } from './product-pictures.tsx'

interface PdfFilesProps<T> {
  title: string
  add: string
  files: readonly { name: string; file: string }[]
  most: number
  onAdd: (body: FormData) => Promise<Reply<T>>
  /** `hash`: the folder in the file's address */
  onRemove: (hash: string) => Promise<Reply<T>>
  onChanged: (saved: T) => void
}

/** The PDFs of a saved product or lot. Each change is saved at once. */
export function PdfFiles<T>({ title, add, files, most, onAdd, onRemove, onChanged }: PdfFilesProps<T>) {
  const { t } = useLingui()
  const { api } = useDeps()
  const { busy, take, failureText } = useTaking(onChanged)
  const [isWrong, setWrong] = useState(false)
  const id = useId()
  const error = isWrong ? t`Please choose PDF files of at most 12 MB` : failureText
  async function addAll(chosen: File[]) {
    const wrong = chosen.some(({ type, size }) => type !== 'application/pdf' || size > limits.uploadBytes)
    setWrong(wrong)
    for (const file of wrong ? [] : chosen) {
      const body = new FormData()
      body.append('name', file.name.replace(/\.pdf$/i, '').slice(0, limits.nameLength))
      body.append('file', file, file.name)
      if (!(await take(() => onAdd(body)))) return
    }
  }
  return (
    <Stack role="group" aria-labelledby={id} gap="2" align="start">
      <Box id={id} fontWeight="600">
        {title}
      </Box>
      {files.map(({ name, file }) => (
        <Flex key={file} align="center" gap="2">
          <Link href={api.picture(file)} overflowWrap="anywhere">
            {name}
          </Link>
          {tool('trash', t`Remove: ${{ label: name }}`, () => {
            if (!busy) void take(() => onRemove(file.split('/').at(-2) ?? ''))
          })}
        </Flex>
      ))}
      {error && <Notice kind="error">{error}</Notice>}
      {files.length < most && (
        <FileButton accept="application/pdf" multiple busy={busy} onFiles={(chosen) => void addAll(chosen)}>
          {add}
        </FileButton>
      )}
    </Stack>
  )
}
