import { activationRoute, forgotRoute, loginRoute, profileRoute, registerRoute, resetRoute } from './account.ts'
import {
  adminOrdersRoute,
  adminProductsRoute,
  dashboardRoute,
  importRoute,
  logRoute,
  messagesRoute,
  shopRoute,
  subscribersRoute,
  usersRoute,
} from './admin.ts'
import { cartRoute, draftsRoute, placeOrderRoute, shippingRoute } from './buying.ts'
import { categoryRoute, homeRoute, productRoute, productsRoute } from './catalogue.tsx'
import { aboutRoute, contactRoute, offlineRoute, p404Route } from './content.ts'
import { myOrdersRoute, orderRoute } from './orders.ts'
import { rootRoute } from './root.ts'

/** The site map (specification section 2). */
export const routeTree = rootRoute.addChildren([
  homeRoute,
  productsRoute,
  categoryRoute,
  productRoute,
  cartRoute,
  draftsRoute,
  shippingRoute,
  placeOrderRoute,
  myOrdersRoute,
  orderRoute,
  loginRoute,
  registerRoute,
  forgotRoute,
  resetRoute,
  profileRoute,
  activationRoute,
  aboutRoute,
  contactRoute,
  offlineRoute,
  p404Route,
  dashboardRoute,
  adminProductsRoute,
  importRoute,
  adminOrdersRoute,
  usersRoute,
  messagesRoute,
  shopRoute,
  logRoute,
  subscribersRoute,
])
