const types: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  json: 'application/json; charset=utf-8',
  map: 'application/json; charset=utf-8',
  webmanifest: 'application/manifest+json; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  png: 'image/png',
  ico: 'image/x-icon',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  woff2: 'font/woff2',
}

/** The Content-Type of a file by its extension. */
export function contentType(path: string): string {
  return types[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
}

/** Whether a file is text, which is worth compressing. */
export function isText(path: string): boolean {
  return contentType(path).includes('charset')
}
