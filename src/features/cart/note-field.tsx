import { Input } from '@chakra-ui/react'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { limits } from '../../../contract/limits.ts'
import { nameIn } from '../../../contract/locales.ts'
import { setCartNote } from '../../db/cart.ts'
import type { CartLine } from '../../db/rows.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { useDeps } from '../../ui/deps.tsx'

/** A note for the shop on a line, such as the cut or the glaze; saved as it is typed. */
export function NoteField({ line }: { line: CartLine }) {
  const { t } = useLingui()
  const { db } = useDeps()
  const locale = useLocale()
  // the text being typed; undefined while the field shows the saved note
  const [typed, setTyped] = useState<string>()
  return (
    <Input
      aria-label={t`Note on ${nameIn(line, locale)}`}
      placeholder={t({ message: 'Note (optional)', comment: 'placeholder in the field below a quantity' })}
      autoComplete="off"
      mt="2"
      maxLength={limits.lineNoteLength}
      value={typed ?? line.note ?? ''}
      onChange={({ target: { value } }) => {
        setTyped(value)
        void setCartNote(db, line.fishe, value)
      }}
      onBlur={() => setTyped(undefined)}
    />
  )
}
