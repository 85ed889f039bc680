import { Trans, useLingui } from '@lingui/react/macro'
import { Page } from '../../ui/page.tsx'
import { BrandPicture } from './brand-picture.tsx'
import './about.css'

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
      <section className="about-text">
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
      </section>
      <div className="about-pair">
        <figure className="about-figure">
          <BrandPicture
            name="tile-fish"
            widths={[320, 640, 1280]}
            sizes="(min-width: 48rem) 36rem, 100vw"
            alt={t`Drawing of several species of fish`}
          />
          <figcaption>
            <Trans>Small pelagics, tuna, hake, bream and grouper, whole, gutted or filleted</Trans>
          </figcaption>
        </figure>
        <figure className="about-figure">
          <BrandPicture
            name="tile-seafood"
            widths={[320, 640, 1280]}
            sizes="(min-width: 48rem) 36rem, 100vw"
            alt={t`Drawing of shrimps, lobsters, octopus and shells`}
          />
          <figcaption>
            <Trans>Octopus, cuttlefish and squid, shrimps and lobsters, mussels and clams</Trans>
          </figcaption>
        </figure>
      </div>
      <section className="about-text">
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
      </section>
      <section>
        <h2>
          <Trans>What we stand for</Trans>
        </h2>
        <Values />
      </section>
    </Page>
  )
}

function Values() {
  return (
    <ul className="about-values">
      <li className="panel">
        <h3>
          <Trans>The whole truth about a fish</Trans>
        </h3>
        <p>
          <Trans>
            Net weight without glaze, the size grade that we measured, the true species. A claim that is right is paid
            without a second question.
          </Trans>
        </p>
      </li>
      <li className="panel">
        <h3>
          <Trans>Fish for the next generation</Trans>
        </h3>
        <p>
          <Trans>
            We respect closed seasons and minimum sizes, also where nobody looks, and buy nothing without a licence and
            a landing slip.
          </Trans>
        </p>
      </li>
      <li className="panel">
        <h3>
          <Trans>The cold chain does not break</Trans>
        </h3>
        <p>
          <Trans>
            Fresh at 0 to 2 °C, frozen at −18 °C or below, with a logger in every container and its curve in your mail.
          </Trans>
        </p>
      </li>
      <li className="panel">
        <h3>
          <Trans>A word is a contract</Trans>
        </h3>
        <p>
          <Trans>
            Every request gets an answer within one working day: a price, a port and a date, or an honest no.
          </Trans>
        </p>
      </li>
    </ul>
  )
}
