import {
  AnimatePresence,
  type FeatureBundle,
  LazyMotion,
  MotionConfig,
  type TargetAndTransition,
  useIsPresent,
} from 'framer-motion'
import type { ReactNode } from 'react'
import { wantsMotion } from './wants-motion.ts'
import { whenIdle } from './when.ts'

/** The code that moves things, once it is there. Until then, and without it, everything shows at once. */
let features: FeatureBundle | undefined
let loading: Promise<FeatureBundle> | undefined

/** In a quiet moment after the first rendering; what cannot be fetched never resolves. */
const fetchFeatures = () =>
  new Promise<FeatureBundle>((resolve) => {
    const use = ({ allFeatures }: { allFeatures: FeatureBundle }) => {
      features = allFeatures
      resolve(allFeatures)
    }
    whenIdle(() => void import('./motion-features.ts').then(use, () => undefined))
  })

function loadFeatures(): Promise<FeatureBundle> {
  if (!wantsMotion()) return new Promise(() => undefined)
  loading ??= fetchFeatures()
  return loading
}

/** The context of everything that moves. */
export function MotionRegion({ children }: { children: ReactNode }) {
  return (
    <LazyMotion strict features={features ?? loadFeatures}>
      <MotionConfig reducedMotion="user" transition={{ duration: 0.18, ease: 'easeOut' }}>
        {children}
      </MotionConfig>
    </LazyMotion>
  )
}

const there: TargetAndTransition = { opacity: 1, x: 0, y: 0 }

/** For an `m` element that fades in. What is rendered before the code is there must not begin invisible. */
export function appearing() {
  return { initial: features ? { opacity: 0, y: 8 } : (false as const), animate: there }
}

/** Rows that come and go one by one: elements with keys, whose components call `useRowMotion`. */
export function Rows({ children }: { children: ReactNode }) {
  return <AnimatePresence initial={false}>{children}</AnimatePresence>
}

/** For the `m` element of a row. One that leaves is gone for keyboards and screen readers at once. */
export function useRowMotion() {
  const isLeaving = !useIsPresent()
  return { ...appearing(), exit: { opacity: 0, x: -16 }, inert: isLeaving, 'aria-hidden': isLeaving || undefined }
}
