import { lazy, Suspense } from 'react'
import { HomePage } from '../features/catalogue/home-page.tsx'

// below the fold: it must not keep the first screen waiting
const NewsletterForm = lazy(() =>
  import('../features/newsletter/newsletter-form.tsx').then((module) => ({ default: module.NewsletterForm })),
)

export function HomeScreen() {
  return (
    <HomePage
      newsletter={
        <Suspense fallback={<div className="newsletter-place" />}>
          <NewsletterForm />
        </Suspense>
      }
    />
  )
}
