import { Trans, useLingui } from '@lingui/react/macro'
import { useLocale } from '../../i18n/use-locale.ts'
import { Notice } from '../../ui/notice.tsx'
import { formatBytes } from './format-bytes.ts'
import { usePictures } from './use-pictures.ts'

/** A thumbnail of every product, for those who will be away from any network. */
export function PicturesPanel() {
  const { t } = useLingui()
  const locale = useLocale()
  const { pictures, saving, possible, save, stop, remove } = usePictures()
  const { done, of, bytes } = pictures
  const size = formatBytes(bytes, locale)
  return (
    <section className="panel" aria-labelledby="saved-pictures">
      <h2 id="saved-pictures">
        <Trans>Pictures</Trans>
      </h2>
      <p>
        <Trans>
          Pictures you have seen are kept for 30 days. Save the whole catalogue to have a picture of every product, also
          of those you have never opened.
        </Trans>
      </p>
      {!possible && (
        <Notice>
          <Trans>This browser cannot save pictures here. Opening the shop once more may help.</Trans>
        </Notice>
      )}
      <p aria-live="polite">
        {saving ? (
          <Trans>
            Saving: {done} of {of} pictures, {size}
          </Trans>
        ) : done > 0 && done === of ? (
          <Trans>
            Saved: all {of} pictures, {size}
          </Trans>
        ) : done > 0 ? (
          <Trans>
            Saved: {done} of {of} pictures, {size}
          </Trans>
        ) : (
          <Trans>No pictures saved for the whole catalogue.</Trans>
        )}
      </p>
      <progress className="progress" aria-label={t`Pictures saved`} value={done} max={Math.max(of, 1)} />
      <div className="button-row">
        {saving ? (
          <button type="button" className="button" onClick={stop}>
            <Trans comment="Button: stops saving pictures">Stop</Trans>
          </button>
        ) : (
          <button type="button" className="button button-primary" aria-disabled={!possible} onClick={save}>
            <Trans>Save the whole catalogue</Trans>
          </button>
        )}
        {done > 0 && (
          <button type="button" className="button button-danger" onClick={remove}>
            <Trans comment="Button: removes the saved pictures">Remove</Trans>
          </button>
        )}
      </div>
    </section>
  )
}
