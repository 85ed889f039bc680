import type { Locale } from '../../contract/locales.ts'
import type { ShopSettings } from '../../contract/shop.ts'
import { logoIcon, textIn } from '../../contract/texts/shop-texts.ts'
import { type BuiltFile, tagOf } from './built-files.ts'

/** The part of a web app manifest that is read here. */
interface Manifest {
  shortcuts?: object[]
}

const png = (src: string, side: number, purpose = 'any') => ({
  src,
  sizes: `${side}x${side}`,
  type: 'image/png',
  purpose,
})

/** The build's manifest with the shop's name, description and icons. */
export function shopManifest(built: BuiltFile, { shop, locale }: { shop: ShopSettings; locale: Locale }): BuiltFile {
  // written by the build (tools/build/progressive-web-app.ts)
  const manifest = JSON.parse(built.plain.toString('utf8')) as Manifest
  const [small, large, maskable] = (['small', 'large', 'maskable'] as const).map((icon) => logoIcon(shop.logo, icon))
  const icons = small && large && maskable ? [png(small, 192), png(large, 512), png(maskable, 512, 'maskable')] : []
  const own = {
    ...manifest,
    name: shop.name,
    short_name: shop.shortName,
    description: textIn(shop.tagline, locale) || shop.name,
    ...(icons.length > 0 && {
      icons,
      shortcuts: manifest.shortcuts?.map((shortcut) => ({ ...shortcut, icons: icons.slice(0, 1) })),
    }),
  }
  const plain = Buffer.from(JSON.stringify(own))
  return { type: built.type, text: true, tag: tagOf(plain), plain }
}
