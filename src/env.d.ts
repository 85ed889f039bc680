interface ImportMetaEnv {
  /** the API's origin and base path, when it is not the app's own origin; default '' */
  readonly VITE_API_URL?: string
  /** a third-party service for the contact form; default: our own call */
  readonly VITE_CONTACT_URL?: string
  /** 'off': the server does not mark its answers (another server of the specification) */
  readonly VITE_API_MARK?: string
}

declare module '*.po' {
  import type { Messages } from '@lingui/core'
  export const messages: Messages
}

declare module '*.po?first' {
  export { messages } from '*.po'
}
declare module '*.po?later' {
  export { messages } from '*.po'
}

declare module '*.woff2' {
  const address: string
  export default address
}
