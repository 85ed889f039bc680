import { Stack, Text } from '@chakra-ui/react'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Fold } from '../../ui/fold.tsx'
import type { FormHandle } from '../../ui/forms/form-types.ts'
import { PartyFields, partiesOf } from '../../ui/forms/party-fields.tsx'
import { Panel } from '../../ui/panel.tsx'
import type { ReviewValues } from './use-wishes.ts'

/** Who buys, for the papers of the deal: collapsed until somebody opens it or has filled something in. */
export function PartiesPart({ form }: { form: FormHandle<ReviewValues> }) {
  const [opened, setOpened] = useState<boolean>()
  const isFilled = Object.keys(partiesOf(form.values)).length > 0
  return (
    <Panel css={{ padding: '0.75rem clamp(0.5rem, 2vw, 1rem)' }}>
      <Fold title={<Trans>Company and consignee (optional)</Trans>} open={opened ?? isFilled} onOpenChange={setOpened}>
        <Stack gap="4" padding="0.5rem clamp(0.25rem, 1.5vw, 1rem) 1rem">
          <Text color="fg.muted">
            <Trans>For the papers of the deal. What you leave empty comes from your profile.</Trans>
          </Text>
          <PartyFields form={form} />
        </Stack>
      </Fold>
    </Panel>
  )
}
