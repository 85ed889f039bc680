import { Trans, useLingui } from '@lingui/react/macro'
import { formatDate } from '../../i18n/dates.ts'
import { formatTonnes } from '../../i18n/numbers.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { shop } from '../../lib/shop-settings.ts'
import { LineName } from '../../ui/line-name.tsx'
import { OrderState } from './order-state.tsx'
import type { ShownLine, ShownOrder } from './shown-order.ts'

/** The order as a sheet: on the screen, and on one clean page of paper. */
export function OrderSheet({ order }: { order: ShownOrder }) {
  const { i18n } = useLingui()
  const { address, user } = order
  // '' where the server did not say
  const created = formatDate(order.createdAt)
  return (
    <article className="panel sheet">
      <div className="sheet-head">
        <div>
          <h2 className="sheet-kind">
            <Trans>ASK FOR A QUOTE</Trans>
          </h2>
          <p className="reference">{order.reference}</p>
          <p className="muted sheet-id">{order.id}</p>
        </div>
        <div>
          <OrderState order={order} />
          {created && (
            <p className="muted">
              <time dateTime={new Date(order.createdAt).toISOString()}>{created}</time>
            </p>
          )}
        </div>
      </div>
      <div className="sheet-parties">
        <section>
          <h2>
            <Trans>Billed to</Trans>
          </h2>
          <p>{user.name}</p>
          <p>{user.email}</p>
        </section>
        <section>
          <h2>
            <Trans>Ship to</Trans>
          </h2>
          <p>
            {[address.phone, address.address, address.city, address.postalCode, address.country]
              .filter(Boolean)
              .join(', ')}
          </p>
        </section>
      </div>
      <Items lines={order.lines} />
      <p className="sheet-thanks">
        <Trans>Thank you. We will answer with price, port and date as soon as we can.</Trans>
      </p>
      <p className="print-only muted">
        {shop.name}, {shop.street}, {i18n._(shop.city)} · {shop.phone} · {shop.email}
      </p>
    </article>
  )
}

function Items({ lines }: { lines: readonly ShownLine[] }) {
  const { t } = useLingui()
  const locale = useLocale()
  return (
    <div className="lines-frame">
      <table className="lines">
        <caption className="visually-hidden">{t`Items`}</caption>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Product</Trans>
            </th>
            <th scope="col" className="number">
              <Trans>Quantity</Trans>
            </th>
            <th scope="col" className="number">
              <Trans>Price</Trans>
            </th>
            <th scope="col" className="number">
              <Trans>Total</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.fishe}>
              <th scope="row">
                <LineName line={line} />
              </th>
              <td className="number">{formatTonnes(line.qty, locale)}</td>
              <td className="number">---</td>
              <td className="number">---</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={3} className="number">
              <Trans>Subtotal</Trans>
            </th>
            <td className="number">---</td>
          </tr>
          <tr>
            <th scope="row" colSpan={3} className="number">
              <Trans>Total</Trans>
            </th>
            <td className="number">---</td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}
