import { Box, Button, Flex, Image } from '@chakra-ui/react'
import { useLingui } from '@lingui/react/macro'
import { limits } from '../../../contract/limits.ts'
import { pictureUrl } from '../../../contract/picture.ts'
import { ConnectionError } from '../../api/errors.ts'
import { useDeps } from '../../data/use-deps.tsx'
import { useRefusalText } from '../../i18n/refusals.ts'
import { useRefusedFieldText } from '../../i18n/use-refused-field-text.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { controlProps, FieldFrame } from '../../ui/forms/field.tsx'
import { FileButton, pictureTypes } from '../../ui/forms/file-button.tsx'
import type { FormHandle } from '../../ui/forms/form-types.ts'
import type { useCall } from '../../ui/loading/use-call.ts'
import type { ShopValues } from './shop-form.ts'

export interface LogoFieldProps {
  form: FormHandle<ShopValues>
  /** the call that uploads it */
  upload: ReturnType<typeof useCall>
}

/** Uploads a logo as soon as it is chosen. Saving the settings makes it the logo of the shop. */
export function LogoField({ form, upload: { busy, failure, run } }: LogoFieldProps) {
  const { t } = useLingui()
  const { api } = useDeps()
  const refusalText = useRefusalText()
  const fieldText = useRefusedFieldText()
  const field = form.field('logo')
  const logo = field.value
  const size = limits.logoPixels
  const hint = t`A square image: JPEG, PNG, WebP or AVIF, ${size} × ${size} pixels or larger`
  const logoUrl = pictureUrl(logo, 320, 'webp')

  async function upload(file: File) {
    const body = new FormData()
    body.append('image', file, file.name)
    const reply = await run(() => api.call('uploadLogo', { body }))
    if (reply) field.set(reply.body)
  }
  const [refusedField] = failure instanceof ConnectionError ? [] : (failure?.errors ?? [])
  return (
    <FieldFrame field={field} label={t`Logo`} hint={hint}>
      <Flex wrap="wrap" align="center" gap="4">
        <Box boxSize="5rem" borderRadius="l2" bg="sea.deep" padding="2">
          <Image src={logoUrl ? api.picture(logoUrl) : './icon.svg'} alt={t`The logo as it is now`} boxSize="full" />
        </Box>
        <FileButton
          {...controlProps({ field, hint })}
          accept={pictureTypes}
          busy={busy}
          onFiles={([file]) => file && void upload(file)}
        >{t`Choose an image`}</FileButton>
        {logo && (
          <Button variant="outline" onClick={() => field.set('')}>
            {t`Remove the logo`}
          </Button>
        )}
      </Flex>
      {failure && <Notice kind="error">{refusedField ? fieldText(refusedField) : refusalText(failure)}</Notice>}
    </FieldFrame>
  )
}
