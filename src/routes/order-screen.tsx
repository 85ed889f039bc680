import { OrderPage } from '../features/orders/order-page.tsx'

/** An order; for administrators with what they do with it, whose code nobody else fetches. */
export function OrderScreen() {
  return <OrderPage />
}
