import { createHash } from 'node:crypto'

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
/** Emotion inserts empty style elements and fills them by script, so the hash of an empty text is allowed. */
const emptyStyle = hashOf('')

function inline(html: string, tag: 'script' | 'style'): string[] {
  const elements = html.matchAll(new RegExp(`<${tag}\\b([^>]*)>([\\s\\S]*?)</${tag}>`, 'gi'))
  return [...elements].filter(([, attributes = '']) => !/\bsrc\s*=/i.test(attributes)).map(([, , text = '']) => text)
}

/** Other origins that the app is built for: another API, a third-party contact service. */
export interface Origins {
  connect: string[]
  images: string[]
}

/** The Content-Security-Policy of a page: allows files of its origin, and its inline scripts and styles by their hashes. */
export function contentSecurityPolicy(html: string, origins: Origins): string {
  const scripts = [...new Set(inline(html, 'script').map(hashOf))]
  const styles = [...new Set([emptyStyle, ...inline(html, 'style').map(hashOf)])]
  return [
    "default-src 'self'",
    ["script-src 'self'", ...scripts].join(' '),
    ["style-src 'self'", ...styles].join(' '),
    ["img-src 'self' data: blob:", ...origins.images].join(' '),
    ["connect-src 'self'", ...origins.connect].join(' '),
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
  ].join('; ')
}

/** Headers of a page besides its policy. HSTS only over TLS: it would lock people out of a shop on plain HTTP. */
export function pageHeaders(overTls: boolean): Record<string, string> {
  return {
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    ...(overTls ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  }
}
