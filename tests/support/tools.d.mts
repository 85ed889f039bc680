/** The path of a Chromium; `CHROMIUM_PATH` wins. */
export function findChromium(): string | undefined
/** The same, installed where there was none; undefined where that is not possible. */
export function requireChromium(): string | undefined
/** The path of a Firefox; `FIREFOX_PATH` wins. */
export function findFirefox(): string | undefined
