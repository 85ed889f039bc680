import { Input } from '@chakra-ui/react'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { limits } from '../../../contract/limits.ts'
import { nameIn } from '../../../contract/locales.ts'
import { setCartNote } from '../../data/cart/cart.ts'
import type { CartLine } from '../../data/rows.ts'
import { useDeps } from '../../data/use-deps.tsx'
import { useLocale } from '../../i18n/use-locale.ts'
import { useSaving } from '../../ui/feedback/toaster.tsx'

/** A note for the shop on a line, such as the cut or the glaze; saved as it is typed. */
export function NoteField({ line }: { line: CartLine }) {
  const { t } = useLingui()
  const { db } = useDeps()
  const locale = useLocale()
  const save = useSaving()
  // the text being typed; undefined while the field shows the saved note
  const [typed, setTyped] = useState<string>()
  return (
    <Input
      aria-label={t`Note on ${nameIn(line, locale)}`}
      placeholder={t({ message: 'Note (optional)', comment: 'placeholder in the field below a quantity' })}
      autoComplete="off"
      mt={{ base: '1', md: '2' }}
      maxLength={limits.lineNoteLength}
      value={typed ?? line.note ?? ''}
      onChange={({ target: { value } }) => {
        setTyped(value)
        save(() => setCartNote(db, line.fishe, value))
      }}
      onBlur={() => setTyped(undefined)}
    />
  )
}
