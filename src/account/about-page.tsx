import { Box, Card, chakra, Link, SimpleGrid } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useLiveQuery } from 'dexie-react-hooks'
import { Fragment } from 'react'
import { type AboutSection, type LegalPage, legalTextIn, readAbout, readLinks, textIn } from '../../contract/shop.ts'
import { getValue, putValue } from '../db/database.ts'
import { useDeps, useShop } from '../db/use-deps.tsx'
import { legalNames } from '../i18n/legal-names.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { useOnlineQuery } from '../lists/query.ts'
import { Page } from '../ui/page.tsx'

interface BrandPictureProps {
  /** the file's name in public/brand, without width and ending */
  name: string
  widths: readonly [number, number, number]
  sizes: string
  /** empty where the picture only decorates */
  alt: string
  /** 21:9 instead of 16:9 */
  wide?: boolean
  eager?: boolean
}

/** One of the shop's own pictures, in the size that fits. */
function BrandPicture({ name, widths, sizes, alt, wide, eager }: BrandPictureProps) {
  const srcset = (format: string) => widths.map((width) => `brand/${name}-${width}.${format} ${width}w`).join(', ')
  return (
    <picture>
      <source type="image/avif" srcSet={srcset('avif')} sizes={sizes} />
      <chakra.img
        width="full"
        aspectRatio={wide ? 21 / 9 : 16 / 9}
        borderRadius="l3"
        bg="sea.mid"
        objectFit="cover"
        objectPosition={wide ? '50% 62%' : '50% 50%'}
        boxShadow="md"
        src={`brand/${name}-${widths[1]}.webp`}
        srcSet={srcset('webp')}
        sizes={sizes}
        alt={alt}
        loading={eager ? 'eager' : 'lazy'}
        decoding="async"
      />
    </picture>
  )
}

/** Who the shop is, in its own words: plain text in paragraphs under headings, with pictures. */
export function AboutPage() {
  const { t } = useLingui()
  const shop = useShop()
  const locale = useLocale()
  const { lead, sections } = readAbout(textIn(shop.about, locale))
  const [first, ...others] = sections
  return (
    <Page title={t`About ${{ name: shop.name }}`} lead={lead[0] ?? textIn(shop.lead, locale)}>
      <BrandPicture name="hero" widths={[480, 960, 1920]} sizes="(min-width: 75rem) 75rem, 100vw" alt="" wide eager />
      {lead.length > 1 && (
        <Words>
          <Paragraphs texts={lead.slice(1)} />
        </Words>
      )}
      {first && <Section section={first} />}
      <SimpleGrid columns={{ base: 1, md: 2 }} gap="6">
        <BrandPicture {...tile} name="tile-fish" alt={t`Drawing of several species of fish`} />
        <BrandPicture {...tile} name="tile-seafood" alt={t`Drawing of shrimps, lobsters, octopus and shells`} />
      </SimpleGrid>
      {[...others.entries()].map(([at, section]) => (
        <Section key={at} section={section} />
      ))}
    </Page>
  )
}

const tile = { widths: [320, 640, 1280], sizes: '(min-width: 48rem) 36rem, 100vw' } as const

const Words = chakra('section', { base: { display: 'grid', gap: '3.5', maxWidth: '2xl', fontSize: '1.0625rem' } })

function Section({ section: { title, paragraphs, parts } }: { section: AboutSection }) {
  return (
    <section>
      <Words as="div">
        <h2>{title}</h2>
        <Paragraphs texts={paragraphs} />
      </Words>
      {parts.length > 0 && (
        <SimpleGrid as="ul" columns={{ base: 1, md: 2 }} gap="4" mt="4.5">
          {[...parts.entries()].map(([at, part]) => (
            <Card.Root as="li" key={at}>
              <h3>{part.title}</h3>
              <Box display="grid" gap="2" mt="1.5">
                <Paragraphs texts={part.paragraphs} />
              </Box>
            </Card.Root>
          ))}
        </SimpleGrid>
      )}
    </section>
  )
}

/** The text of a page: at once as saved on the device, and from the shop where it has another version. */
function useLegalText(page: LegalPage) {
  const { db } = useDeps()
  const wanted = useShop().legal[page]
  const saved = useLiveQuery(async () => ({ text: await getValue(db, `legal:${page}`).catch(() => undefined) }), [page])
  const isDue = saved !== undefined && wanted !== 0 && saved.text?.version !== wanted
  const { body, isMissing, reload } = useOnlineQuery(isDue ? `${page} ${wanted}` : undefined, async (api, signal) => {
    const reply = await api.call('getShopText', { params: { page }, signal })
    // a device without room still shows it
    if (reply.ok) await putValue(db, `legal:${page}`, reply.body).catch(() => undefined)
    return reply
  })
  // what was fetched here may be older than what another tab has saved since
  return { text: (isDue && body) || saved?.text, isMissing, reload }
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
  const { t } = useLingui()
  const locale = useLocale()
  const hasText = useShop().legal[page] > 0
  const { text, isMissing, reload } = useLegalText(page)
  const words = text ? legalTextIn(text, locale) : ''
  if (!hasText) return <p>{t`The shop has not written anything here.`}</p>
  if (words === '' && isMissing)
    return (
      <p role="alert">
        <Trans>This page needs a connection when it is read for the first time.</Trans>{' '}
        <button type="button" className="button" onClick={() => void reload()}>{t`Retry`}</button>
      </p>
    )
  if (words === '') return <p role="status">{t`Loading…`}</p>
  const { lead, sections } = readAbout(words)
  return (
    <Words as="div" maxWidth="none" overflowWrap="anywhere" css={{ '& h2': { mt: '4' } }}>
      <Paragraphs texts={lead} />
      {[...sections.entries()].map(([at, { title, paragraphs, parts }]) => (
        <Fragment key={at}>
          <h2>{title}</h2>
          <Paragraphs texts={paragraphs} />
          {[...parts.entries()].map(([place, part]) => (
            <Fragment key={place}>
              <h3>{part.title}</h3>
              <Paragraphs texts={part.paragraphs} />
            </Fragment>
          ))}
        </Fragment>
      ))}
    </Words>
  )
}

/** Paragraphs that preserve their line breaks, with links where addresses are. */
function Paragraphs({ texts }: { texts: readonly string[] }) {
  return [...texts.entries()].map(([at, text]) => (
    <chakra.p key={at} whiteSpace="pre-line" overflowWrap="anywhere">
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
