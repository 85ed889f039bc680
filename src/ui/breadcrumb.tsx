import { useLingui } from '@lingui/react/macro'

interface BreadcrumbProps {
  /** the screens above, outermost first */
  trail: readonly { to: string; label: string }[]
  /** the name of this screen */
  here: string
}

export function Breadcrumb({ trail, here }: BreadcrumbProps) {
  const { t } = useLingui()
  return (
    <nav aria-label={t({ message: 'Breadcrumb', comment: 'name of the trail of screens above this one' })}>
      <ol className="breadcrumb">
        {trail.map((step) => (
          <li key={step.to}>
            <a href={`#${step.to}`}>{step.label}</a>
          </li>
        ))}
        <li aria-current="page">{here}</li>
      </ol>
    </nav>
  )
}
