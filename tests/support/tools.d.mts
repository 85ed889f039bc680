/** The path of a Chromium; `CHROMIUM_PATH` wins. */
export function findChromium(): string | undefined
