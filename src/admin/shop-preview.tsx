import { Box, Flex } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, startTransition, useCallback, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { accentStyle, grounds, mendedAccent } from '../../contract/accent.ts'
import type { ShopSettings } from '../../contract/shop.ts'
import { ShopContext } from '../db/use-deps.tsx'
import { LabelledSelect } from '../forms/fields.tsx'
import { useLocale } from '../i18n/use-locale.ts'

/** The windows that the home page is shown in, px. */
const windows = { desk: { width: 1280, height: 1400 }, phone: { width: 390, height: 1100 } }
type Window = keyof typeof windows

/** The home page itself with settings that are not saved yet, in a window of its own: its styles follow the width of that. */
export function ShopPreview({ shop, home }: { shop: ShopSettings; home: ReactNode }) {
  const { t } = useLingui()
  const [shown, setShown] = useState<Window>('desk')
  const place = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState(0)
  useEffect(() => {
    if (!place.current) return
    const observer = new ResizeObserver(([entry]) => setRoom(entry?.contentRect.width ?? 0))
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
  const { width, height } = windows[shown]
  const scale = Math.min(1, room / width)
  const { accent } = shop
  const isMended = /^#[0-9a-f]{6}$/i.test(accent) && mendedAccent(accent, grounds.light) !== accent.toLowerCase()
  return (
    <Box as="section" aria-labelledby="shop-preview" position={{ xl: 'sticky' }} top="6" minWidth="0">
      <Flex align="center" justify="space-between" gap="3" wrap="wrap" mb="3">
        <h2 id="shop-preview">{t`Preview`}</h2>
        <LabelledSelect
          label={t({ message: 'As seen on', comment: 'a phone or a computer' })}
          value={shown}
          options={[
            { value: 'desk', label: t({ message: 'Computer', comment: 'size of a preview' }) },
            { value: 'phone', label: t({ message: 'Telephone', comment: 'size of a preview' }) },
          ]}
          onValue={setShown}
        />
      </Flex>
      {isMended && (
        <Box as="p" role="status" mb="3">
          <Trans>Texts in this colour would be hard to read, so it is shown darker or lighter.</Trans>
        </Box>
      )}
      <Box
        ref={place}
        height={`${height * scale}px`}
        overflow="hidden"
        border="1px solid {colors.border}"
        borderRadius="l3"
      >
        <Pane key={shown} title={t`Preview`} css={accentStyle(accent)} {...{ width, height, scale }}>
          <ShopContext value={shop}>{home}</ShopContext>
        </Pane>
      </Box>
    </Box>
  )
}

interface PaneProps {
  title: string
  /** beside the styles of the page */
  css: string
  width: number
  height: number
  scale: number
  children: ReactNode
}

function Pane({ title, css, width, height, scale, children }: PaneProps) {
  const locale = useLocale()
  const [frame, setFrame] = useState<HTMLIFrameElement | null>(null)
  // the home page in it is drawn between other work
  const onFrame = useCallback((next: HTMLIFrameElement | null) => startTransition(() => setFrame(next)), [])
  const made = frame?.contentDocument
  // an engine without it shows no preview
  const page = made && 'adoptedStyleSheets' in made ? made : undefined
  useEffect(() => {
    const view = page?.defaultView
    if (!page || !view) return
    const sheet = new view.CSSStyleSheet()
    const rules = [...document.styleSheets].flatMap((each) => [...each.cssRules])
    sheet.replaceSync(rules.map(({ cssText }) => cssText).join('\n') + css)
    // the policy of the page allows no style elements of ours
    page.adoptedStyleSheets = [sheet]
    for (const face of document.fonts) page.fonts.add(face)
    page.documentElement.lang = locale
    // nothing of it can be pressed
    page.body.inert = true
  }, [page, css, locale])
  return (
    <>
      <iframe
        ref={onFrame}
        title={title}
        tabIndex={-1}
        style={{ width, height, border: 0, transform: `scale(${scale})`, transformOrigin: '0 0' }}
      />
      {page && createPortal(children, page.body)}
    </>
  )
}
