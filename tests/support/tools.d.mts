/** For files that need not survive their process: in memory where it has room, else where such files are. */
export function fastFolder(): string
/** The path of a Chromium; `CHROMIUM_PATH` wins. */
export function findChromium(): string | undefined
/** The path of Debian's Chromium without windows; undefined where there is none or `CHROMIUM_PATH` names another. */
export function findHeadlessShell(): string | undefined
/** The path of a Chromium, installed where there was none; undefined where that is not possible. */
export function requireChromium(): string | undefined
/** The path of a Firefox; `FIREFOX_PATH` wins. */
export function findFirefox(): string | undefined
/** Whether WebKitGTK, its driver and an X server are there. */
export function canOpenWebkit(): boolean
