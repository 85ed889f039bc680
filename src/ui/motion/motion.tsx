import {
  AnimatePresence,
  type FeatureBundle,
  LazyMotion,
  MotionConfig,
  type TargetAndTransition,
  useIsPresent,
} from 'framer-motion'
import type { ReactNode } from 'react'
import { isAway } from '../../sync/connection.ts'
import { wantsMotion, whenIdle } from '../schedule.ts'

/** The animation code, once it is loaded. Without it everything appears at once. */
let features: FeatureBundle | undefined

/** Fetches the animation code when the page is idle; never resolves where that fails, and the next screen asks again. */
const loadFeatures = () =>
  new Promise<FeatureBundle>((resolve) => {
    if (!wantsMotion()) return
    const use = ({ allFeatures }: { allFeatures: FeatureBundle }) => {
      features = allFeatures
      resolve(allFeatures)
    }
    whenIdle(() => {
      // the worker does not save it
      if (navigator.onLine && !isAway()) void import('./motion-features.ts').then(use, () => undefined)
    })
  })

export function MotionRegion({ children }: { children: ReactNode }) {
  return (
    <LazyMotion strict features={features ?? loadFeatures}>
      <MotionConfig reducedMotion="user" transition={{ duration: 0.18, ease: 'easeOut' }}>
        {children}
      </MotionConfig>
    </LazyMotion>
  )
}

const visible: TargetAndTransition = { opacity: 1, x: 0, y: 0 }

/** Props of an `m` element that fades in. Before the code is loaded an element must not start invisible. */
export const appearing = () => ({ initial: features ? { opacity: 0, y: 8 } : (false as const), animate: visible })

/** Animates rows that are added and removed: keyed elements whose components call `useRowMotion`. */
export function Rows({ children }: { children: ReactNode }) {
  return <AnimatePresence initial={false}>{children}</AnimatePresence>
}

/** Props of a row's `m` element. A row that is leaving is hidden from keyboards and screen readers at once. */
export function useRowMotion() {
  const isLeaving = !useIsPresent()
  return { ...appearing(), exit: { opacity: 0, x: -16 }, inert: isLeaving, 'aria-hidden': isLeaving || undefined }
}
