import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { CopyField } from './copy-field.tsx'
import { chatLink } from './shop-address.tsx'

interface ShareProps {
  title: string
  text?: string | undefined
  /** the server's page, from the folder of the app (contract/product-pages.ts); asked when it is shared */
  page: () => string
  picture?: string | undefined
}

/** Shares a page by the device's own dialog; where there is none, by copying, chat or mail. Works without a connection. */
export function Share({ title, text = '', page, picture }: ShareProps) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const addressOf = () => new URL(page(), document.baseURI).href

  async function share() {
    if (!hasDialog()) return setOpen(!isOpen)
    if (!(await shareByDevice({ title, text, url: addressOf(), ...(await filesOf(picture)) }))) setOpen(true)
  }

  return (
    <div>
      <button
        type="button"
        className="button"
        onClick={() => void share()}
        {...((isOpen || !hasDialog()) && { 'aria-expanded': isOpen })}
      >
        {t({ message: 'Share', comment: 'button: shares a product, a search or an offer' })}
      </button>
      {isOpen && <ShareWays title={title} text={text} url={addressOf()} label={t`Address of this page`} />}
    </div>
  )
}

export const hasDialog = () => 'share' in navigator

/** Opens the device's own dialog. False if it did not open; somebody who closes it has seen it. */
export async function shareByDevice(data: ShareData): Promise<boolean> {
  try {
    await navigator.share(data)
    return true
  } catch (error) {
    return error instanceof Error && error.name === 'AbortError'
  }
}

interface ShareWaysProps {
  title: string
  text?: string
  url: string
  label: string
}

/** Outside the component, so that it is called when the element appears: it opens at the lower edge of a phone. */
const intoView = (node: HTMLElement | null) => node?.scrollIntoView({ block: 'nearest' })

export function ShareWays({ title, text = '', url, label }: ShareWaysProps) {
  const { t } = useLingui()
  const message = [title, text, url].filter(Boolean).join('\n')
  return (
    <div ref={intoView} style={{ marginTop: '0.5rem' }}>
      <CopyField label={label} value={url}>
        <a className="button" href={chatLink('', message)} target="_blank" rel="noreferrer">
          {t({ message: 'By chat', comment: 'link: shares a page' })}
        </a>
        <a className="button" href={`mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(message)}`}>
          {t({ message: 'By e-mail', comment: 'link: shares a page' })}
        </a>
      </CopyField>
    </div>
  )
}

/** Milliseconds: longer, and the browser would no longer open its dialog for this click. */
const pictureTimeout = 1000

async function filesOf(picture: string | undefined): Promise<{ files?: File[] }> {
  if (!picture || !('canShare' in navigator)) return {}
  try {
    const answer = await fetch(picture, { signal: AbortSignal.timeout(pictureTimeout) })
    const type = answer.headers.get('content-type') ?? ''
    // the worker draws a picture that it does not have
    if (!answer.ok || !/^image\/(webp|avif|jpeg|png)$/.test(type)) return {}
    const files = [new File([await answer.blob()], `picture.${type.slice(6)}`, { type })]
    return navigator.canShare({ files }) ? { files } : {}
  } catch {
    return {}
  }
}
