/** How often things have happened in this process since it started. */
export interface Counts {
  orders: number
  orderEvents: number
  failedMails: number
  failedPushes: number
  failedWebhooks: number
}

export const noCounts = (): Counts => ({
  ...{ orders: 0, orderEvents: 0 },
  ...{ failedMails: 0, failedPushes: 0, failedWebhooks: 0 },
})
