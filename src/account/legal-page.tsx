import { chakra, Link } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useLiveQuery } from 'dexie-react-hooks'
import { Fragment, useState } from 'react'
import {
  type AboutSection,
  type LegalPage,
  legalTextIn,
  readAbout,
  readLinks,
  type ShopText,
} from '../../contract/shop.ts'
import { useDeps } from '../db/use-deps.tsx'
import { useFetched } from '../db/use-fetched.ts'
import { useShop } from '../db/use-shop.ts'
import { getValue, putValue } from '../db/values.ts'
import { legalNames } from '../i18n/legal-names.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { Page } from '../ui/page.tsx'

interface LegalText {
  /** the saved text, or one that has just come; undefined until one of them is known */
  text: ShopText | undefined
  /** the last attempt has failed, or there is no connection */
  isMissing: boolean
  reload: () => void
}

/** The text of a page: at once as saved on the device, and from the shop where it has another version. */
function useLegalText(page: LegalPage): LegalText {
  const { db, api } = useDeps()
  const wanted = useShop().legal[page]
  const [attempt, setAttempt] = useState(0)
  const saved = useLiveQuery(async () => ({ text: await getValue(db, `legal:${page}`).catch(() => undefined) }), [page])
  const isDue = saved !== undefined && wanted !== 0 && saved.text?.version !== wanted
  const { body, isMissing } = useFetched(isDue ? `${wanted} ${attempt}` : undefined, async (signal) => {
    const reply = await api.call('getShopText', { params: { page }, signal })
    // a device without room still shows it
    if (reply.ok) await putValue(db, `legal:${page}`, reply.body).catch(() => undefined)
    return reply
  })
  // what was fetched here may be older than what another tab has saved since
  return { text: (isDue && body) || saved?.text, isMissing, reload: () => setAttempt(attempt + 1) }
}

export const TermsPage = () => <LegalScreen page="terms" />
export const PrivacyPage = () => <LegalScreen page="privacy" />
export const ImprintPage = () => <LegalScreen page="imprint" />

/** Terms, privacy or imprint, in the shop's own words. */
function LegalScreen({ page }: { page: LegalPage }) {
  const { i18n } = useLingui()
  return (
    <Page title={i18n._(legalNames[page])} narrow>
      <LegalWords page={page} />
    </Page>
  )
}

function LegalWords({ page }: { page: LegalPage }) {
  const locale = useLocale()
  const hasText = useShop().legal[page] > 0
  const { text, isMissing, reload } = useLegalText(page)
  const words = text ? legalTextIn(text, locale) : ''
  if (!hasText)
    return (
      <p>
        <Trans>The shop has not written anything here.</Trans>
      </p>
    )
  if (words === '' && isMissing)
    return (
      <p role="alert">
        <Trans>This page needs a connection when it is read for the first time.</Trans>{' '}
        <button type="button" className="button" onClick={reload}>
          <Trans>Retry</Trans>
        </button>
      </p>
    )
  if (words === '')
    return (
      <p role="status">
        <Trans>Loading…</Trans>
      </p>
    )
  const { lead, sections } = readAbout(words)
  return (
    <Words>
      <Paragraphs texts={lead} />
      {[...sections.entries()].map(([at, section]) => (
        <Section key={at} section={section} />
      ))}
    </Words>
  )
}

const Words = chakra('div', {
  base: { display: 'grid', gap: '3.5', fontSize: '1.0625rem', overflowWrap: 'anywhere', '& h2': { mt: '4' } },
})

function Section({ section: { title, paragraphs, parts } }: { section: AboutSection }) {
  return (
    <>
      <h2>{title}</h2>
      <Paragraphs texts={paragraphs} />
      {[...parts.entries()].map(([at, part]) => (
        <Fragment key={at}>
          <h3>{part.title}</h3>
          <Paragraphs texts={part.paragraphs} />
        </Fragment>
      ))}
    </>
  )
}

/** Paragraphs that preserve their line breaks, with links where addresses are. */
function Paragraphs({ texts }: { texts: readonly string[] }) {
  return [...texts.entries()].map(([at, text]) => (
    <chakra.p key={at} whiteSpace="pre-line">
      {[...readLinks(text).entries()].map(([place, { text: words, href }]) =>
        href ? (
          <Link key={place} href={href} rel="noreferrer">
            {words}
          </Link>
        ) : (
          words
        ),
      )}
    </chakra.p>
  ))
}
