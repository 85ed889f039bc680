import { aboutRoute } from '../routes/about.ts'
import { activationRoute } from '../routes/activation.ts'
import { adminOrdersRoute } from '../routes/admin-orders.ts'
import { adminProductsRoute } from '../routes/admin-products.ts'
import { cartRoute } from '../routes/cart.ts'
import { categoryRoute } from '../routes/category.ts'
import { contactRoute } from '../routes/contact.ts'
import { dashboardRoute } from '../routes/dashboard.ts'
import { draftsRoute } from '../routes/drafts.ts'
import { homeRoute } from '../routes/home.ts'
import { loginRoute } from '../routes/login.ts'
import { myOrdersRoute } from '../routes/my-orders.ts'
import { offlineRoute } from '../routes/offline.ts'
import { orderRoute } from '../routes/order.ts'
import { p404Route } from '../routes/p404.ts'
import { placeOrderRoute } from '../routes/place-order.ts'
import { productRoute } from '../routes/product.ts'
import { productsRoute } from '../routes/products.ts'
import { profileRoute } from '../routes/profile.ts'
import { registerRoute } from '../routes/register.ts'
import { rootRoute } from '../routes/root.ts'
import { shippingRoute } from '../routes/shipping.ts'
import { subscribersRoute } from '../routes/subscribers.ts'
import { usersRoute } from '../routes/users.ts'

/** The site map (specification section 2). */
export const routeTree = rootRoute.addChildren([
  homeRoute,
  productsRoute,
  categoryRoute,
  productRoute,
  cartRoute,
  shippingRoute,
  placeOrderRoute,
  orderRoute,
  myOrdersRoute,
  loginRoute,
  registerRoute,
  profileRoute,
  activationRoute,
  aboutRoute,
  contactRoute,
  dashboardRoute,
  adminProductsRoute,
  adminOrdersRoute,
  usersRoute,
  subscribersRoute,
  draftsRoute,
  offlineRoute,
  p404Route,
])
