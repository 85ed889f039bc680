import { CorrectButton } from './correct-button.tsx'
import { MilestoneDetails } from './milestone-details.tsx'
import { WhereIsMyFish } from './where-is-my-fish.tsx'

/**
 * What the screens of an order load once an offer is accepted: one file, which no visitor needs. The worker does not save it with
 * the app; `cacheLateScripts` does, when an accepted order is on the device.
 */
export const shipmentParts = { CorrectButton, MilestoneDetails, WhereIsMyFish }

/** The address of this file in the built app. */
export const address = import.meta.url
