import { Breadcrumb as Chakra } from '@chakra-ui/react'
import { useLingui } from '@lingui/react/macro'
import { Link, type LinkProps } from '@tanstack/react-router'
import { Fragment } from 'react'

interface BreadcrumbProps {
  /** the screens above, outermost first */
  trail: readonly { to: NonNullable<LinkProps['to']>; label: string }[]
  /** the name of this screen */
  here: string
}

export function Breadcrumb({ trail, here }: BreadcrumbProps) {
  const { t } = useLingui()
  return (
    <Chakra.Root aria-label={t({ message: 'Breadcrumb', comment: 'name of the trail of screens above this one' })}>
      <Chakra.List>
        {trail.map(({ to, label }) => (
          <Fragment key={to}>
            <Chakra.Item>
              <Chakra.Link asChild>
                <Link to={to}>{label}</Link>
              </Chakra.Link>
            </Chakra.Item>
            <Chakra.Separator>/</Chakra.Separator>
          </Fragment>
        ))}
        <Chakra.Item>
          <Chakra.CurrentLink>{here}</Chakra.CurrentLink>
        </Chakra.Item>
      </Chakra.List>
    </Chakra.Root>
  )
}
