import { AboutPage } from '../features/about/about-page.tsx'
import { CartPage } from '../features/cart/cart-page.tsx'
import { CategoryPage, ProductsFailure, ProductsPage } from '../features/catalogue/products-page.tsx'
import { ContactPage } from '../features/contact/contact-page.tsx'
import { DraftsPage } from '../features/drafts/drafts-page.tsx'
import { OfflinePage } from '../features/offline/offline-page.tsx'
import { MyOrdersPage } from '../features/orders/my-orders-page.tsx'
import { OrderPage } from '../features/orders/order-page.tsx'
import { PlaceOrderPage } from '../features/quote/place-order-page.tsx'
import { ShippingPage } from '../features/quote/shipping-page.tsx'
import { NotFoundFailure } from '../ui/not-found-failure.tsx'
import { ProductScreen } from './product-screen.tsx'

/** The screens of a buyer, and what anybody may read: one file of the build, fetched with the first of them. */
export const screens = {
  AboutPage,
  CartPage,
  CategoryPage,
  ProductsFailure,
  ProductsPage,
  ContactPage,
  DraftsPage,
  OfflinePage,
  MyOrdersPage,
  OrderPage,
  PlaceOrderPage,
  ShippingPage,
  NotFoundFailure,
  ProductScreen,
}
