import { DataList } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Wishes } from '../../../contract/offers.ts'
import { OfferNote, Term } from '../../parts/offers/offer-terms.tsx'
import { Day } from '../../ui/dates.tsx'
import { Panel } from '../../ui/panel.tsx'

/** The buyer's wishes for the quote. */
export function WishesPanel({ wishes }: { wishes: Wishes }) {
  const { t } = useLingui()
  const { incoterm, place, neededBy, currency, note } = wishes
  const facts = [
    { label: t`Delivery term`, value: incoterm },
    { label: t`Port or place`, value: place },
    { label: t`Needed by`, value: neededBy && <Day day={neededBy} /> },
    { label: t`Currency`, value: currency },
  ].filter(({ value }) => value)
  if (facts.length === 0 && !note) return null
  return (
    <Panel titleId="wishes" title={<Trans>Wishes for the quote</Trans>}>
      {facts.length > 0 && (
        <DataList.Root>
          {facts.map(({ label, value }) => (
            <Term key={label} label={label}>
              {value}
            </Term>
          ))}
        </DataList.Root>
      )}
      <OfferNote note={note} />
    </Panel>
  )
}
