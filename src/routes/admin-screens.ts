import { DashboardPage } from '../features/admin/dashboard-page.tsx'
import { OrdersPage } from '../features/admin/orders-page.tsx'
import { ProductsPage } from '../features/admin/products-page.tsx'
import { SubscribersPage } from '../features/admin/subscribers-page.tsx'
import { UsersPage } from '../features/admin/users-page.tsx'

/** The screens of an administrator: one file of the build, fetched with the first of them. */
export const screens = { DashboardPage, OrdersPage, ProductsPage, SubscribersPage, UsersPage }
