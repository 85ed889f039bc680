import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { phoneDigits, textIn } from '../../contract/shop-texts.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { chatLink } from '../lib/chat-link.ts'
import { Icon } from '../ui/icon.tsx'
import { useShop } from '../ui/shop.ts'

export function Footer() {
  const { t } = useLingui()
  const shop = useShop()
  const locale = useLocale()
  const city = textIn(shop.city, locale)
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
          {shop.chatPhone && (
            <a href={chatLink(shop.chatPhone, textIn(shop.chatMessage, locale))} target="_blank" rel="noreferrer">
              <Icon name="chat" />
              <Trans>Chat with us</Trans>
            </a>
          )}
        </div>
        <div>
          <h2>
            <Trans>The quay</Trans>
          </h2>
          <address className="footer-address">
            {shop.street && (
              <>
                {shop.street}
                <br />
              </>
            )}
            {city && (
              <>
                {city}
                <br />
              </>
            )}
            {shop.phone && (
              <>
                <a href={`tel:${phoneDigits(shop.phone)}`}>{shop.phone}</a>
                <br />
              </>
            )}
            {shop.email && <a href={`mailto:${shop.email}`}>{shop.email}</a>}
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
