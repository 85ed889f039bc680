import * as m from 'framer-motion/m'
import type { ReactNode } from 'react'
import { useRowMotion } from '../motion/motion.tsx'

/** An animated list item, for use in `Rows`. */
export function ListRow({ children }: { children: ReactNode }) {
  return <m.li {...useRowMotion()}>{children}</m.li>
}
