import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { chatLink, shop } from '../lib/shop-settings.ts'
import { Icon } from '../ui/icon.tsx'

export function Footer() {
  const { t, i18n } = useLingui()
  const message = t`Hello Quayside, I would like a quote.`
  return (
    <footer className="footer">
      <div className="footer-columns">
        <div>
          <h2>{shop.name}</h2>
          <p>
            <Trans>
              Fish, crustaceans and mollusks for export, sold by the tonne. Choose what you need, and hear from us with
              price, port and date.
            </Trans>
          </p>
          <a href={chatLink(shop.phone, message)} target="_blank" rel="noreferrer">
            <Icon name="chat" />
            <Trans>Chat with us</Trans>
          </a>
        </div>
        <div>
          <h2>
            <Trans>The quay</Trans>
          </h2>
          <address className="footer-address">
            {shop.street}
            <br />
            {i18n._(shop.city)}
            <br />
            <a href={`tel:${shop.phone.replace(/[^+\d]/g, '')}`}>{shop.phone}</a>
            <br />
            <a href={`mailto:${shop.email}`}>{shop.email}</a>
          </address>
        </div>
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
      </p>
    </footer>
  )
}
