import { localeOfAddress } from '../i18n/detect-locale.ts'
import { homeHash } from '../lib/home-address.ts'
import { isTooOld } from './too-old.ts'

/*
 * Runs in the head of index.html, before anything is painted, and reads neither cookies nor storage: on a phone that has
 * just woken those take a sixth of a second. It says what the style hides:
 *   deep         there is no first screen, or it belongs to another address or language
 *   too-old      all but the sentence that says so
 *   fresh below  the products behind the first four, and what comes below them, until the first ones are painted
 */
const page = document.documentElement
const locale = localeOfAddress()
const first = page.dataset.first
const fits = first !== undefined && (locale ?? first) === first && homeHash.test(location.hash)
page.className = isTooOld() ? 'too-old' : fits ? 'fresh below' : 'deep'
