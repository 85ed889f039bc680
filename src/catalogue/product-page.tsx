import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi, Link, notFound, useNavigate } from '@tanstack/react-router'
import { type ReactNode, Suspense, startTransition, use, useEffect, useId, useState } from 'react'
import type { FishDetail } from '../../contract/fishes.ts'
import { business, limits } from '../../contract/limits.ts'
import { nameIn } from '../../contract/locales.ts'
import { pictureAddress } from '../../contract/picture.ts'
import { descriptionIn, productFacts } from '../../contract/product-fields.ts'
import { productPage } from '../../contract/product-pages.ts'
import { packingLine, translatePacking } from '../../contract/texts/packing-texts.ts'
import { cartLineOf, putCartLine } from '../db/cart.ts'
import { type ReadProduct, useProduct } from '../db/read-products.ts'
import { useDeps, useSession } from '../db/use-deps.tsx'
import { QuantityField } from '../forms/quantity-field.tsx'
import { useLocale } from '../i18n/use-locale.ts'
import { useAway } from '../sync/connection.ts'
import { useSaving } from '../ui/feedback/toaster.tsx'
import { lazyPart } from '../ui/loading/lazy-part.tsx'
import { MoreThanStock, OfflineVisitor } from '../ui/order-hints.tsx'
import { afterPaint } from '../ui/schedule.ts'
import { Share } from '../ui/share.tsx'
import { Stars } from '../ui/stars.tsx'
import { useTitle } from '../ui/title.ts'
import { Gallery } from './gallery.tsx'
import { StateMark, Stock } from './product-card.tsx'

/** Quantity, note and the order button. Visitors get a link to the login, and offline the cart; administrators neither. */
function ProductOffer({ product }: { product: FishDetail }) {
  const { t } = useLingui()
  const { db, clock } = useDeps()
  const session = useSession()
  const away = useAway()
  const locale = useLocale()
  const navigate = useNavigate()
  const fieldId = useId()
  const [tonnes, setTonnes] = useState<number | undefined>(business.defaultQuantity)
  const [note, setNote] = useState('')
  const save = useSaving()

  async function order() {
    // the field already shows what is wrong with the quantity
    if (tonnes === undefined) return document.getElementById(fieldId)?.focus()
    await putCartLine(db, cartLineOf(product, tonnes, clock.now(), note))
    await navigate({ to: '/cart/{-$id}', params: { id: undefined } })
  }

  const id = encodeURIComponent(product._id)
  const isInStock = product.countInStock > 0
  // after the login the typed quantity and note are in the cart
  const line = `/cart/${id}?qty=${tonnes}${note.trim() && `&note=${encodeURIComponent(note.trim())}`}`
  const target = tonnes !== undefined ? line : `/products/${id}`
  const isOpenToOrders = !session?.isAdmin

  function enter() {
    if (tonnes === undefined || !isOpenToOrders) return
    if (session || away) save(order)
    else void navigate({ to: '/login', search: { redirect: target } })
  }
  return (
    <div className="offer">
      <QuantityField
        id={fieldId}
        title={t`Quantity in tonnes`}
        value={tonnes ?? business.defaultQuantity}
        onChange={setTonnes}
        onEnter={enter}
      />
      <p className="offer-price">
        <Trans>Price</Trans> <strong>---</strong>
      </p>
      {isOpenToOrders && (
        <>
          <input
            className="note-field"
            aria-label={t`Note on ${{ product: nameIn(product, locale) }}`}
            placeholder={t({ message: 'Note (optional)', comment: 'placeholder in the field below a quantity' })}
            autoComplete="off"
            maxLength={limits.lineNoteLength}
            value={note}
            onChange={({ currentTarget }) => setNote(currentTarget.value)}
          />
          {!session && (
            <Link className="button button-primary" to="/login" search={{ redirect: target }}>{t`Login to order`}</Link>
          )}
          {!session && away && (
            <button type="button" className="button" onClick={() => save(order)}>
              {isInStock ? <Trans>Put into the cart</Trans> : <AskAnyway />}
            </button>
          )}
          {session && (
            <button type="button" className="button button-primary" onClick={() => save(order)}>
              {isInStock ? <Trans>Make order</Trans> : <AskAnyway />}
            </button>
          )}
          {session && !isInStock && <StockAlert product={product} session={session} />}
        </>
      )}
      <MoreThanStock tonnes={tonnes} stock={product.countInStock} />
      <OfflineVisitor />
      <p className="muted">{t`An order is a request for a quote: no price is fixed and nothing is charged.`}</p>
    </div>
  )
}

const AskAnyway = () => <Trans comment="button: asks for a quote for a product that is not in stock">Ask anyway</Trans>

const Reviews = lazyPart(() => import('./review-section.tsx').then((module) => module.Reviews))
const StockAlert = lazyPart(() => import('./stock-alert.tsx').then((module) => module.StockAlert))
const route = getRouteApi('/products/$id')

/** A product. Its reviews are rendered after the first paint, or later if they have to be fetched. */
export function ProductPage() {
  const { t } = useLingui()
  const { id } = route.useParams()
  const read = route.useLoaderData()
  const [painted, setPainted] = useState<string>()
  useEffect(() => afterPaint(() => startTransition(() => setPainted(id))), [id])
  const isPainted = painted === id
  const product = useProduct(id, read, isPainted)
  if (!product) throw notFound()
  const locale = useLocale()
  const name = nameIn(product, locale)
  useTitle(name)
  const count = product.numReviews
  const description = descriptionIn(product, locale)
  const { api } = useDeps()
  return (
    <div className="page">
      <div className="product">
        <Gallery key={product.image} product={product} name={name} isPainted={isPainted} />
        <div className="product-info">
          <div>
            <h1 tabIndex={-1}>{name}</h1>
            {product.scientific_name && (
              <p className="latin" lang="la">
                {product.scientific_name}
              </p>
            )}
          </div>
          <div className="card-marks">
            <Stock tonnes={product.countInStock} />
            <StateMark fish={product} />
            {product.size && <span className="mark">{translatePacking(product.size, locale)}</span>}
            <button type="button" className="rating-link" onClick={toReviews}>
              <Stars rating={product.rating} />
              <span>{count === 1 ? t`1 review` : t`${count} reviews`}</span>
            </button>
          </div>
          <ProductOffer key={product._id} product={product} />
          <Share
            key={`share-${product._id}`}
            title={name}
            text={packingLine(product, locale)}
            page={() => productPage(product)}
            picture={product.image && pictureAddress(import.meta.env.VITE_API_URL ?? '', product.image)}
          />
        </div>
        <div className="product-more">
          {description && <p className="description">{description}</p>}
          <dl className="facts">
            {productFacts(product, locale).map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          {product.certificateFiles?.map(({ name: title, file }) => (
            <p key={file}>
              <a href={api.picture(file)} download={`${title}.pdf`}>{t`${title} (PDF)`}</a>
            </p>
          ))}
        </div>
      </div>
      {isPainted && (
        <Suspense key={id} fallback={null}>
          <Refreshed refresh={read.refresh}>
            <Reviews product={product} />
          </Refreshed>
        </Suspense>
      )}
    </div>
  )
}

/** Fetches a newer copy and waits for it. A deleted product shows the not-found view; without an answer the saved copy stays. */
function Refreshed({ refresh, children }: { refresh: ReadProduct['refresh']; children: ReactNode }) {
  const reply = refresh && use(refresh())
  if (reply?.ok === false && reply.refusal.status === 404) throw notFound()
  return children
}

/** Scrolls to the reviews. A link with a hash cannot do it: the hash belongs to the router. */
function toReviews() {
  const reviews = document.getElementById('reviews')
  reviews?.scrollIntoView()
  reviews?.focus({ preventScroll: true })
}
