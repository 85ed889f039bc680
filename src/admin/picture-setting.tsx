import { Box, Button, chakra, Flex, Image, Stack } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useRef, useState } from 'react'
import { pictureUrl } from '../../contract/picture.ts'
import type { Api } from '../api/api-client.ts'
import { ConnectionError, type Reply } from '../api/exchange.ts'
import { useDeps } from '../db/use-deps.tsx'
import { controlProps, FieldFrame, type FieldProps } from '../forms/fields.tsx'
import { FileButton, pictureTypes } from '../forms/file-button.tsx'
import { useRefusalText } from '../i18n/refusals.ts'
import { useRefusedFieldText } from '../i18n/use-refused-field-text.ts'
import { useAddress } from '../ui/blob-address.ts'
import { ConfirmDialog } from '../ui/dialogs/dialog.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { useCall } from '../ui/loading/use-call.ts'

interface PictureSettingProps extends FieldProps {
  /** width by height of what is kept of a chosen picture */
  ratio: number
  /** the widest that is sent, px */
  width: number
  upload: ReturnType<typeof useCall>
  send: (api: Api, body: FormData) => Promise<Reply<string>>
  /** what stands there without one */
  usual?: string
}

/** A picture of the shop: cropped here, uploaded at once, and used when the settings are saved. */
export function PictureSetting({ ratio, width, upload, send, usual, ...props }: PictureSettingProps) {
  const { t } = useLingui()
  const { api } = useDeps()
  const { field, label } = props
  const [chosen, setChosen] = useState<File>()
  const shown = pictureUrl(field.value, 320, 'webp')
  const source = shown ? api.picture(shown) : usual
  async function use(picture: Blob) {
    setChosen(undefined)
    const body = new FormData()
    body.append('image', picture, 'picture.png')
    const reply = await upload.run(() => send(api, body))
    if (reply) field.set(reply.body)
  }
  return (
    <FieldFrame {...props}>
      <Flex wrap="wrap" align="center" gap="4">
        {source && (
          <Box height="5rem" aspectRatio={ratio} borderRadius="l2" bg="sea.deep" padding="1" overflow="hidden">
            <Image src={source} alt={label} boxSize="full" objectFit="contain" />
          </Box>
        )}
        <FileButton
          {...controlProps(props)}
          accept={pictureTypes}
          busy={upload.busy}
          onFiles={([file]) => setChosen(file)}
        >{t`Choose an image`}</FileButton>
        {field.value && (
          <Button variant="ghost" aria-label={t`Remove: ${label}`} onClick={() => field.set('')}>
            <Trans context="picture" comment="button: the shop no longer has this picture">
              Remove
            </Trans>
          </Button>
        )}
      </Flex>
      {chosen && (
        <CropDialog
          file={chosen}
          ratio={ratio}
          width={width}
          title={label}
          onUse={(picture) => void use(picture)}
          onClose={() => setChosen(undefined)}
        />
      )}
    </FieldFrame>
  )
}

type Failure = ReturnType<typeof useCall>['failure']

/** Why the last upload failed; undefined where it did not. */
function useUploadText(failure: Failure): string | undefined {
  const refusalText = useRefusalText()
  const fieldText = useRefusedFieldText()
  const [refused] = !failure || failure instanceof ConnectionError ? [] : failure.errors
  return refused ? fieldText(refused) : failure && refusalText(failure)
}

/** Changes of a saved thing that are saved at once; `take` returns whether one was. */
export function useTaking<T>(onChanged: (saved: T) => void) {
  const { busy, failure, run } = useCall()
  async function take(call: () => Promise<Reply<T>>) {
    const reply = await run(call)
    if (reply) onChanged(reply.body)
    return reply !== undefined
  }
  return { busy, take, failureText: useUploadText(failure) }
}

export function UploadFailure({ failure }: { failure: Failure }) {
  const text = useUploadText(failure)
  return text && <Notice kind="error">{text}</Notice>
}

interface CropDialogProps {
  file: File
  ratio: number
  width: number
  title: string
  onUse: (picture: Blob) => void
  onClose: () => void
}

/** Which part of a picture is kept: zoom in hundredths, the middle as shares of what can be moved. */
const whole = { zoom: 100, x: 50, y: 50 }
type Crop = typeof whole

/** Chooses the part of a picture by three sliders. A file that is no picture goes as it is: the server says what is wrong with it. */
function CropDialog({ file, ratio, width, title, onUse, onClose }: CropDialogProps) {
  const { t } = useLingui()
  const address = useAddress(file)
  const image = useRef<HTMLImageElement>(null)
  const [crop, setCrop] = useState<Crop>(whole)
  const [isBroken, setBroken] = useState(false)
  const labels: Record<keyof Crop, ReactNode> = {
    zoom: <Trans comment="slider: how large a picture is shown">Zoom</Trans>,
    x: <Trans comment="slider: moves a picture to the left or right">Left or right</Trans>,
    y: <Trans comment="slider: moves a picture up or down">Up or down</Trans>,
  }
  async function use() {
    const picture = image.current && !isBroken ? await cut(image.current, { crop, ratio, width }) : undefined
    onUse(picture ?? file)
  }
  return (
    <ConfirmDialog
      title={title}
      confirm={t({ message: 'Use this part', comment: 'button: of a picture that is cropped' })}
      cancel={t`Cancel`}
      busy={false}
      onConfirm={() => void use()}
      onClose={onClose}
    >
      <Stack gap="4">
        <Box aspectRatio={ratio} width="full" bg="bg.subtle" borderRadius="l2" overflow="hidden">
          {address && (
            <Image
              ref={image}
              src={address}
              alt={t`Preview`}
              boxSize="full"
              objectFit="cover"
              objectPosition={`${crop.x}% ${crop.y}%`}
              transform={`scale(${crop.zoom / 100})`}
              transformOrigin={`${crop.x}% ${crop.y}%`}
              onError={() => setBroken(true)}
            />
          )}
        </Box>
        {(['zoom', 'x', 'y'] as const).map((name) => (
          <Flex as="label" key={name} align="center" gap="3">
            <Box as="span" minWidth="7rem">
              {labels[name]}
            </Box>
            <chakra.input
              type="range"
              flex="1"
              minHeight="11"
              {...(name === 'zoom' ? { min: 100, max: 400 } : { min: 0, max: 100 })}
              value={crop[name]}
              onChange={({ currentTarget }) => setCrop({ ...crop, [name]: Number(currentTarget.value) })}
            />
          </Flex>
        ))}
      </Stack>
    </ConfirmDialog>
  )
}

/** The chosen part of a picture, as the style `cover` shows it. */
async function cut(
  image: HTMLImageElement,
  how: { crop: Crop; ratio: number; width: number },
): Promise<Blob | undefined> {
  const { crop, ratio, width } = how
  const { naturalWidth, naturalHeight } = image
  if (naturalWidth === 0) return undefined
  const scale = 100 / crop.zoom
  const cutWidth = Math.min(naturalWidth, naturalHeight * ratio) * scale
  const cutHeight = cutWidth / ratio
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(Math.min(width, Math.max(cutWidth, 1)))
  canvas.height = Math.round(canvas.width / ratio)
  const left = ((naturalWidth - cutWidth) * crop.x) / 100
  const top = ((naturalHeight - cutHeight) * crop.y) / 100
  canvas.getContext('2d')?.drawImage(image, left, top, cutWidth, cutHeight, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/png'))
}
