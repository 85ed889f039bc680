const expected: Record<string, readonly string[]> = {
  js: ['text/javascript', 'application/javascript'],
  css: ['text/css'],
  html: ['text/html'],
  svg: ['image/svg+xml'],
  png: ['image/png'],
  avif: ['image/avif'],
  webp: ['image/webp'],
  webmanifest: ['application/manifest+json', 'application/json'],
}

/**
 * Whether an answer is of the kind that its address names. Portals, proxies and servers that answer every lost file with
 * the start page give HTML and 200 for a chunk; saved once, it would be a broken app until the next version.
 */
export function isWhatItsNameSays(address: string, response: Response): boolean {
  if (response.status !== 200 || response.redirected) return false
  const extension = /\.(\w+)$/.exec(new URL(address).pathname)?.[1] ?? ''
  return expected[extension]?.includes(mediaType(response)) ?? false
}

/** The media type of an answer without its parameters, lower case; empty when it names none. */
export function mediaType(response: Pick<Response, 'headers'>): string {
  return (response.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
}
