/** The cross-site token of specification section 9, for other servers: ours knows no ambient credentials. */
export function xsrfHeader(): Record<string, string> {
  // the worker has no document, and its types know none
  const cookies = (globalThis as { document?: { cookie?: string } }).document?.cookie ?? ''
  const value = /(?:^|;\s*)XSRF-TOKEN=([^;]*)/.exec(cookies)?.[1]
  return value === undefined ? {} : { 'x-xsrf-token': decode(value) }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // a stray percent sign: the cookie is meant as it stands
    return text
  }
}
