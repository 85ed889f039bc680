/**
 * Whether each push message must become a notification, even while the shop is visible: Safari revokes a subscription after
 * three messages without one.
 */
export function mustShowPush(): boolean {
  return /Safari/.test(navigator.userAgent) && !/Chrom/.test(navigator.userAgent)
}
