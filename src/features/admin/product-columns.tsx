import { Trans, useLingui } from '@lingui/react/macro'
import type { Fish } from '../../../contract/fishes.ts'
import { nameIn } from '../../../contract/locales.ts'
import { formatTonnes } from '../../i18n/numbers.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { Picture } from '../../ui/picture.tsx'
import type { Column } from '../../ui/table-cards.tsx'

interface Handlers {
  onEdit: (fish: Fish) => void
  onDelete: (fish: Fish) => void
}

export function useProductColumns({ onEdit, onDelete }: Handlers): Column<Fish>[] {
  const { t } = useLingui()
  const locale = useLocale()
  return [
    {
      title: t({ message: 'Product', comment: 'column' }),
      heading: true,
      cell: (fish) => (
        <span className="row-name">
          <span className="row-picture">
            <Picture image={fish.image} placeholder={fish.placeholder} type={fish.type} alt="" sizes="72px" />
          </span>
          <span>
            {nameIn(fish, locale)}
            {fish.scientific_name && <span className="row-quiet latin">{fish.scientific_name}</span>}
          </span>
        </span>
      ),
    },
    { title: t`Famille`, cell: (fish) => fish.category },
    { title: t`Classe`, cell: (fish) => fish.classe },
    { title: t`Type`, cell: (fish) => <TypeName type={fish.type} /> },
    { title: t`Stock`, cell: (fish) => <span className="row-number">{formatTonnes(fish.countInStock, locale)}</span> },
    {
      title: t({ message: 'Actions', comment: 'column of buttons' }),
      actions: true,
      cell: (fish) => {
        const name = nameIn(fish, locale)
        return (
          <div className="row-actions">
            <button type="button" className="button" aria-label={t`Edit ${name}`} onClick={() => onEdit(fish)}>
              <Trans comment="button at a row">Edit</Trans>
            </button>
            <button
              type="button"
              className="button button-danger"
              aria-label={t`Delete ${name}`}
              onClick={() => onDelete(fish)}
            >
              <Trans comment="button at a row">Delete</Trans>
            </button>
          </div>
        )
      },
    },
  ]
}

function TypeName({ type }: { type: Fish['type'] }) {
  return type === 'seafood' ? <Trans>Seafood</Trans> : <Trans>Fish</Trans>
}
