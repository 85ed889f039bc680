import type { ReactNode } from 'react'
import { phoneDigits, textIn } from '../../contract/shop-texts.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { useShop } from './shop.ts'

/** The shop's street, city, phone and e-mail, as far as they are filled in, a line each. */
export function ShopAddress() {
  const shop = useShop()
  return (
    <address>
      <Line>{shop.street}</Line>
      <Line>{textIn(shop.city, useLocale())}</Line>
      <Line>{shop.phone && <a href={`tel:${phoneDigits(shop.phone)}`}>{shop.phone}</a>}</Line>
      <Line>{shop.email && <a href={`mailto:${shop.email}`}>{shop.email}</a>}</Line>
    </address>
  )
}

function Line({ children }: { children: ReactNode }) {
  return children ? <div>{children}</div> : null
}
