import { localeOfAddress } from '../i18n/detect-locale.ts'
import { homeHash } from '../lib/search-params.ts'

/*
 * Runs before anything is painted, without cookies and storage, which take a sixth of a second on a phone that has just woken.
 * The class name tells the style what to hide:
 *   deep      there is no first screen, or it belongs to another address or language
 *   too-old   everything but the message that the browser is too old
 */
const page = document.documentElement
const locale = localeOfAddress()
const first = page.dataset.first
const fits = first !== undefined && (locale ?? first) === first && homeHash.test(location.hash)
// supported are Safari 17, Firefox 128 and Chrome 114 (docs/browsers.md), which have both
const isTooOld = !('CSSPropertyRule' in window) || !('popover' in HTMLElement.prototype)
page.className = isTooOld ? 'too-old' : fits ? '' : 'deep'
