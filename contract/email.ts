const shape =
  /^[^\s@<>()[\],;:\\"\p{C}]+@[^\s@<>()[\],;:\\"\p{C}.-][^\s@<>()[\],;:\\"\p{C}]*\.[^\s@<>()[\],;:\\"\p{C}.]{2,}$/u

/** One form for one mailbox: NFKC, trimmed, lower case. Compare and store only this form. */
export function normaliseEmail(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase()
}

/** A deliverable-looking address of at most 254 characters (RFC 5321); whether it exists is not checked. */
export function isEmail(text: string): boolean {
  const email = normaliseEmail(text)
  return email.length <= 254 && shape.test(email) && !email.includes('..')
}

/** Whether an address is a Gmail one; `googlemail.com` is the same mailbox (specification section 5, newsletter). */
export function isGmail(text: string): boolean {
  return /@(gmail|googlemail)\.com$/.test(normaliseEmail(text))
}
