import { List } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Right } from '../../../contract/accounts.ts'
import { hasRight } from '../../../contract/accounts.ts'
import { useSession } from '../../data/session/use-session.ts'
import { useSetup } from '../../data/shop/use-setup.ts'
import { Panel } from '../../ui/panel.tsx'

interface Step {
  isDone: boolean
  to: '/admin/shop' | '/admin/products' | '/users'
  right: Right
  label: string
}

/** The open steps in setting up a new shop. Empty when all are done, and in the demonstration. */
export function SetupList() {
  const { t } = useLingui()
  const session = useSession()
  const { body: setup } = useSetup()
  if (!setup || setup.isDemonstration) return null
  const steps: Step[] = [
    { isDone: setup.hasName, to: '/admin/shop', right: 'shop', label: t`Give the shop its name` },
    { isDone: setup.hasLogo, to: '/admin/shop', right: 'shop', label: t`Upload a logo` },
    { isDone: setup.hasCatalogue, to: '/admin/products', right: 'products', label: t`Add your products` },
    { isDone: setup.hasMail, to: '/admin/shop', right: 'shop', label: t`Connect a mail server` },
    { isDone: setup.hasPublicAddress, to: '/admin/shop', right: 'shop', label: t`Give the server its public address` },
    { isDone: setup.hasSecondAdmin, to: '/users', right: 'shop', label: t`Make a second administrator` },
  ]
  const openSteps = steps.filter(({ isDone, right }) => !isDone && hasRight(session, right))
  if (openSteps.length === 0) return null
  return (
    <Panel titleId="make-it-yours" title={<Trans comment="heading: what a new shop still lacks">Make it yours</Trans>}>
      <List.Root gap="1" ps="5">
        {openSteps.map(({ to, label }) => (
          <List.Item key={label}>
            <Link to={to}>{label}</Link>
          </List.Item>
        ))}
      </List.Root>
    </Panel>
  )
}
