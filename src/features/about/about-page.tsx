import { Box, Card, chakra, SimpleGrid } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Page } from '../../ui/page.tsx'
import { BrandPicture } from './brand-picture.tsx'

/** Who the shop is: description, mission, values, pictures (specification section 2). */
export function AboutPage() {
  const { t } = useLingui()
  return (
    <Page
      title={t`About Quayside`}
      lead={
        <Trans>
          An exporter of fish, crustaceans and mollusks, at home on the fishing quay of Dakar, selling by the tonne to
          importers, processors and wholesalers on four continents.
        </Trans>
      }
    >
      <BrandPicture name="hero" widths={[480, 960, 1920]} sizes="(min-width: 75rem) 75rem, 100vw" alt="" wide eager />
      <Words>
        <h2>
          <Trans>What we do</Trans>
        </h2>
        <p>
          <Trans>
            We buy at the landing, from boats and cooperatives that we know by name. What comes ashore before dawn is
            graded, weighed and iced before the sun is high; what is to be frozen goes through the tunnel the same day,
            at −40 °C, and waits at −20 °C until its container sails.
          </Trans>
        </p>
        <p>
          <Trans>
            Every lot has its papers from the first hour: species with its scientific name and FAO code, catch area and
            gear, landing date, health certificate and, for the European Union, catch certificate.
          </Trans>
        </p>
      </Words>
      <SimpleGrid columns={{ base: 1, md: 2 }} gap="6">
        <Figure>
          <BrandPicture
            name="tile-fish"
            widths={[320, 640, 1280]}
            sizes="(min-width: 48rem) 36rem, 100vw"
            alt={t`Drawing of several species of fish`}
          />
          <Caption>
            <Trans>Small pelagics, tuna, hake, bream and grouper, whole, gutted or filleted</Trans>
          </Caption>
        </Figure>
        <Figure>
          <BrandPicture
            name="tile-seafood"
            widths={[320, 640, 1280]}
            sizes="(min-width: 48rem) 36rem, 100vw"
            alt={t`Drawing of shrimps, lobsters, octopus and shells`}
          />
          <Caption>
            <Trans>Octopus, cuttlefish and squid, shrimps and lobsters, mussels and clams</Trans>
          </Caption>
        </Figure>
      </SimpleGrid>
      <Words>
        <h2>
          <Trans>Our mission</Trans>
        </h2>
        <p>
          <Trans>
            To bring the catch of small ports to far markets without losing what makes it good: its freshness, its name
            and a fair price for those who caught it. And to make asking for a quote as easy from a ship's bridge with
            one bar of signal as from an office.
          </Trans>
        </p>
      </Words>
      <section>
        <h2>
          <Trans>What we stand for</Trans>
        </h2>
        <Values />
      </section>
    </Page>
  )
}

const Words = chakra('section', { base: { display: 'grid', gap: '3.5', maxWidth: '2xl', fontSize: '1.0625rem' } })
const Figure = chakra('figure', { base: { display: 'grid', gap: '2.5' } })
const Caption = chakra('figcaption', { base: { color: 'fg.muted', fontSize: '0.9375rem' } })

function Value({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <Card.Root as="li">
      <h3>{title}</h3>
      <Box mt="1.5">{children}</Box>
    </Card.Root>
  )
}

function Values() {
  return (
    <SimpleGrid as="ul" columns={{ base: 1, md: 2 }} gap="4" mt="4.5">
      <Value title={<Trans>The whole truth about a fish</Trans>}>
        <p>
          <Trans>
            Net weight without glaze, the size grade that we measured, the true species. A claim that is right is paid
            without a second question.
          </Trans>
        </p>
      </Value>
      <Value title={<Trans>Fish for the next generation</Trans>}>
        <p>
          <Trans>
            We respect closed seasons and minimum sizes, also where nobody looks, and buy nothing without a licence and
            a landing slip.
          </Trans>
        </p>
      </Value>
      <Value title={<Trans>The cold chain does not break</Trans>}>
        <p>
          <Trans>
            Fresh at 0 to 2 °C, frozen at −18 °C or below, with a logger in every container and its curve in your mail.
          </Trans>
        </p>
      </Value>
      <Value title={<Trans>A word is a contract</Trans>}>
        <p>
          <Trans>
            Every request gets an answer within one working day: a price, a port and a date, or an honest no.
          </Trans>
        </p>
      </Value>
    </SimpleGrid>
  )
}
