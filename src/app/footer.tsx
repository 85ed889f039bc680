import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { legalPages, textIn } from '../../contract/shop.ts'
import { useShop } from '../data/shop/use-shop.ts'
import { legalNames } from '../i18n/legal-names.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { ChatWithUs } from '../parts/chat-with-us.tsx'
import { AddressTitle, hasAddress, ShopAddress } from '../parts/shop-address.tsx'

export function Footer() {
  const { t, i18n } = useLingui()
  const shop = useShop()
  const locale = useLocale()
  return (
    <footer className="footer">
      <div className="footer-columns">
        <div>
          <h2>{shop.name}</h2>
          <p>
            <Trans>Fish, crustaceans and mollusks for export, sold by the tonne.</Trans>{' '}
            {textIn(shop.answerPromise, locale)}
          </p>
          <ChatWithUs />
        </div>
        {hasAddress(shop) && (
          <div>
            <h2>
              <AddressTitle />
            </h2>
            <ShopAddress />
          </div>
        )}
        <nav aria-label={t`More`}>
          <h2>
            <Trans>Shop</Trans>
          </h2>
          <ul className="footer-links">
            <li>
              <Link to="/products/category/{-$categorie}" params={{ categorie: 'fish' }}>
                <Trans>Fish</Trans>
              </Link>
            </li>
            <li>
              <Link to="/products/category/{-$categorie}" params={{ categorie: 'seafood' }}>
                <Trans>Seafood</Trans>
              </Link>
            </li>
            <li>
              <Link to="/drafts">
                <Trans>Drafts</Trans>
              </Link>
            </li>
            <li>
              <Link to="/offline">
                <Trans>Offline catalogue</Trans>
              </Link>
            </li>
          </ul>
        </nav>
      </div>
      <p className="footer-end">
        © {shop.copyrightYear} {shop.name}
        {legalPages.map(
          (page) =>
            shop.legal[page] > 0 && (
              <Fragment key={page}>
                {' · '}
                <Link to={`/${page}`}>{i18n._(legalNames[page])}</Link>
              </Fragment>
            ),
        )}
      </p>
    </footer>
  )
}
