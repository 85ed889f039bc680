import { domAnimation } from 'framer-motion'

/** A file of its own, so that the bundler makes a chunk of it. */
export const allFeatures = domAnimation
