import { NewsletterForm } from '../account/newsletter-form.tsx'
import { ShopPage } from '../admin/shop-page.tsx'
import { HomeSections } from '../catalogue/home-page.tsx'
import { Header } from './header.tsx'
import { Footer } from './layout.tsx'

/** The preview shows the catalogue on the device. */
const nothing = { list: { fishes: [], page: 1, pages: 1, total: 0 }, top: [] }

/** The settings of the shop, with the frame and the home page that visitors see. */
export function ShopScreen() {
  return (
    <ShopPage
      home={
        <div className="app">
          <Header user={undefined} onLogout={() => undefined} />
          <div className="app-body">
            <main className="app-main">
              <HomeSections first={nothing} page={1} onPage={async () => undefined} newsletter={<NewsletterForm />} />
            </main>
          </div>
          <Footer />
        </div>
      }
    />
  )
}
