import { Box, chakra, Flex, IconButton, Image, type SystemStyleObject } from '@chakra-ui/react'
import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import type { Fish } from '../../contract/fishes.ts'
import { limits } from '../../contract/limits.ts'
import { useDeps } from '../db/use-deps.tsx'
import { controlProps, FieldFrame } from '../forms/fields.tsx'
import { FileButton, pictureTypes } from '../forms/file-button.tsx'
import type { Field } from '../forms/form-types.ts'
import { useAddress } from '../ui/blob-address.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { Picture } from '../ui/product-picture.tsx'
import { useTaking } from './picture-setting.tsx'
import { checkPicture } from './product-form.ts'

interface OfProduct {
  /** where the form shows what is wrong with them */
  field: Field<string>
  type: string
}

/** The pictures of a saved product. Each change is saved at once. */
export function SavedPictures({ fish, onChanged, ...of }: OfProduct & { fish: Fish; onChanged: (fish: Fish) => void }) {
  const { t } = useLingui()
  const { api } = useDeps()
  const { busy, take, failureText } = useTaking(onChanged)
  const { images = fish.image ? [fish.image] : [] } = fish
  const params = { id: fish._id }
  async function add(files: File[]) {
    for (const file of files)
      if (!(await take(() => api.call('addPicture', { params, body: pictureForm(file) })))) return
  }
  return (
    <Pictures
      {...of}
      {...(failureText !== undefined && { field: { ...of.field, error: failureText } })}
      hint={t`JPEG, PNG, WebP or AVIF, at most 12 MB each. The first one stands in the lists, and changes are saved at once.`}
      {...{ busy, pictures: images }}
      onOrder={(next) => take(() => api.call('setPictures', { params, body: { images: next, seen: images } }))}
      onAdd={(files) => void add(files)}
    />
  )
}

export function pictureForm(file: File): FormData {
  const body = new FormData()
  body.append('image', file, file.name)
  return body
}

/** The pictures of a product that is not saved yet. */
export function NewPictures({
  files,
  onFiles,
  ...of
}: OfProduct & { files: File[]; onFiles: (files: File[]) => void }) {
  const { t } = useLingui()
  const known = new Set(files.map(keyOf))
  return (
    <Pictures
      {...of}
      hint={t`JPEG, PNG, WebP or AVIF, at most 12 MB each. The first one stands in the lists.`}
      pictures={files}
      onOrder={async (next) => {
        onFiles(next)
        return true
      }}
      onAdd={(added) => onFiles([...files, ...added.filter((file) => !known.has(keyOf(file)))])}
    />
  )
}

const keyOf = (picture: string | File) =>
  typeof picture === 'string' ? picture : `${picture.name} ${picture.size} ${picture.lastModified}`

interface PicturesProps<P extends string | File> extends OfProduct {
  hint: string
  busy?: boolean
  pictures: readonly P[]
  /** returns whether they are in this order now */
  onOrder: (pictures: P[]) => Promise<boolean>
  onAdd: (files: File[]) => void
}

/** Pictures that are ordered by dragging or by buttons. */
function Pictures<P extends string | File>(props: PicturesProps<P>) {
  const { type, hint, busy = false, pictures, onOrder, onAdd } = props
  const { t } = useLingui()
  const [wrong, setWrong] = useState<MessageDescriptor>()
  const [dragged, setDragged] = useState<number>()
  const [status, setStatus] = useState('')
  const list = useRef<HTMLUListElement>(null)
  const field = wrong ? { ...props.field, error: t(wrong) } : props.field
  const room = limits.pictures - pictures.length
  function add(files: File[]) {
    const found = files.map(checkPicture).find(Boolean)
    setWrong(found)
    if (!found) onAdd(files.slice(0, room))
  }
  async function move(from: number, to: number) {
    const picture = pictures[from]
    if (picture === undefined || busy || from === to || to < 0 || to >= pictures.length) return
    if (!(await onOrder(pictures.toSpliced(from, 1).toSpliced(to, 0, picture)))) return
    const [before, number] = [from + 1, to + 1]
    setStatus(t`Picture ${before} is now number ${number}.`)
    // the buttons go along with their picture
    const buttons = list.current?.children[to]?.querySelectorAll<HTMLElement>('button:not(:disabled)')
    buttons?.[from < to ? 1 : 0]?.focus()
  }
  return (
    <FieldFrame field={field} label={t`Image`} hint={hint}>
      <chakra.ul ref={list} display="flex" flexWrap="wrap" gap="3" _empty={{ display: 'none' }}>
        {pictures.map((picture, at) => {
          const number = at + 1
          return (
            <Box
              as="li"
              key={keyOf(picture)}
              css={frame}
              draggable
              data-dragged={dragged === at || undefined}
              onDragStart={() => setDragged(at)}
              onDragEnd={() => setDragged(undefined)}
              onDragOver={(event) => event.preventDefault()}
              onDrop={(event) => {
                event.preventDefault()
                if (dragged !== undefined) void move(dragged, at)
              }}
            >
              <Shown picture={picture} type={type} alt={t`Picture ${number}`} />
              <Flex justify="space-between">
                {tool('left', t`Move picture ${number} forward`, at > 0 && (() => void move(at, at - 1)))}
                {tool('trash', t`Remove picture ${number}`, () => busy || void onOrder(pictures.toSpliced(at, 1)))}
                {tool(
                  'right',
                  t`Move picture ${number} back`,
                  number < pictures.length && (() => void move(at, number)),
                )}
              </Flex>
            </Box>
          )
        })}
      </chakra.ul>
      {room > 0 && (
        <FileButton {...controlProps({ field, hint })} accept={pictureTypes} multiple busy={busy} onFiles={add}>
          {t`Add pictures`}
        </FileButton>
      )}
      <Box role="status" srOnly>
        {status}
      </Box>
    </FieldFrame>
  )
}

function Shown({ picture, type, alt }: { picture: string | File; type: string; alt: string }) {
  const address = useAddress(typeof picture === 'string' ? undefined : picture)
  if (typeof picture === 'string') return <Picture image={picture} type={type} alt={alt} sizes="128px" />
  return <Box aspectRatio={4 / 3}>{address && <Image src={address} alt={alt} boxSize="full" objectFit="cover" />}</Box>
}

export const tool = (icon: IconName, label: string, onClick: false | (() => void)) => (
  <IconButton
    type="button"
    variant="ghost"
    size="sm"
    aria-label={label}
    disabled={!onClick}
    onClick={onClick || undefined}
  >
    <Icon name={icon} />
  </IconButton>
)

const frame: SystemStyleObject = {
  width: '8.5rem',
  border: '1px solid {colors.border}',
  borderRadius: 'l2',
  overflow: 'hidden',
  cursor: 'grab',
  '&[data-dragged]': { opacity: '0.5' },
}
