import { domAnimation } from 'framer-motion'

/** In its own file, so that it becomes its own chunk. */
export const allFeatures = domAnimation
