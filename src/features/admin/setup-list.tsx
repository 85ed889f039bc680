import { Heading, List } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ShopSetup } from '../../../contract/shop.ts'
import { Panel } from '../../ui/panel.tsx'
import { useSetup } from './use-setup.ts'

/** What is left to do until the shop is its owner's; nothing once all of it is done, and in the demonstration. */
export function SetupList() {
  const { body: setup } = useSetup()
  const steps = useSteps(setup)
  if (!setup || setup.isDemonstration || steps.length === 0) return null
  return (
    <Panel as="section" aria-labelledby="make-it-yours">
      <Heading as="h2" id="make-it-yours" fontSize="xl">
        <Trans comment="heading: what a new shop still lacks">Make it yours</Trans>
      </Heading>
      <List.Root gap="1" ps="5" mt="2">
        {steps.map(({ to, label }) => (
          <List.Item key={label}>
            <Link to={to}>{label}</Link>
          </List.Item>
        ))}
      </List.Root>
    </Panel>
  )
}

interface Step {
  to: '/admin/shop' | '/admin/products' | '/users'
  label: string
}

function useSteps(setup: ShopSetup | undefined): Step[] {
  const { t } = useLingui()
  if (!setup) return []
  const steps: (Step | false)[] = [
    !setup.hasName && { to: '/admin/shop', label: t`Give the shop its name` },
    !setup.hasLogo && { to: '/admin/shop', label: t`Upload a logo` },
    !setup.hasCatalogue && { to: '/admin/products', label: t`Add your products` },
    !setup.hasMail && { to: '/admin/shop', label: t`Connect a mail server` },
    !setup.hasPublicAddress && { to: '/admin/shop', label: t`Give the server its public address` },
    !setup.hasSecondAdmin && { to: '/users', label: t`Make a second administrator` },
  ]
  return steps.filter((step) => step !== false)
}
