import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import type { Fish } from '../../../contract/fishes.ts'
import { FieldError } from '../../ui/field.tsx'
import type { FormHandle } from '../../ui/form-types.ts'
import { Picture } from '../../ui/picture.tsx'
import type { ProductField } from './product-form.ts'

interface PictureFieldProps {
  form: FormHandle<ProductField>
  fish: Fish | undefined
  file: File | undefined
  onFile: (file: File | undefined) => void
}

/** The picture of a product: what is there now or was just chosen, and the way to choose another one. */
export function PictureField({ form, fish, file, onFile }: PictureFieldProps) {
  const { t } = useLingui()
  const preview = usePreview(file)
  const id = form.id('image')
  const message = form.error('image')
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {t`Image`}
      </label>
      <p className="field-hint" id={`${id}-hint`}>
        <Trans>JPEG, PNG, WebP or AVIF, at most 12 MB</Trans>
      </p>
      <div className="picture-choice">
        <span className="picture-preview">
          {preview ? (
            <img key={preview} src={preview} alt={t`Preview`} onError={(event) => setHidden(event.currentTarget)} />
          ) : (
            <Picture
              image={fish?.image ?? ''}
              placeholder={fish?.placeholder}
              type={form.values.type}
              alt={fish?.image ? t`As it is now` : t`No picture yet`}
              sizes="160px"
            />
          )}
        </span>
        <input
          id={id}
          name="image"
          type="file"
          className="control"
          accept="image/jpeg,image/png,image/webp,image/avif"
          aria-invalid={message !== undefined}
          aria-describedby={message === undefined ? `${id}-hint` : `${id}-hint ${id}-error`}
          onChange={(event) => {
            const chosen = event.target.files?.[0]
            onFile(chosen)
            form.set('image', chosen?.name ?? '')
          }}
        />
      </div>
      <FieldError form={form} name="image" />
    </div>
  )
}

/** A file that is no picture leaves the frame empty; the message at the field comes with the first try to save. */
function setHidden(image: HTMLImageElement) {
  image.hidden = true
}

/** An address under which the browser shows a chosen file, given back when another one is chosen. */
function usePreview(file: File | undefined): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!file?.type.startsWith('image/')) return
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => {
      URL.revokeObjectURL(made)
      setAddress(undefined)
    }
  }, [file])
  return address
}
