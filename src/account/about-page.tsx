import { Box, Card, chakra, SimpleGrid } from '@chakra-ui/react'
import { useLingui } from '@lingui/react/macro'
import { type AboutSection, readAbout, textIn } from '../../contract/shop.ts'
import { useShop } from '../db/use-shop.ts'
import { useLocale } from '../i18n/use-locale.ts'
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
    <Page title={t`About ${shop.name}`} lead={lead[0] ?? textIn(shop.lead, locale)}>
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

/** Paragraphs that preserve their line breaks. */
function Paragraphs({ texts }: { texts: readonly string[] }) {
  return [...texts.entries()].map(([at, text]) => (
    <Box as="p" key={at} whiteSpace="pre-line" overflowWrap="anywhere">
      {text}
    </Box>
  ))
}
