import { chakra } from '@chakra-ui/react'

interface BrandPictureProps {
  /** the file's name in public/brand, without width and ending */
  name: string
  widths: readonly [number, number, number]
  sizes: string
  /** empty where the picture only decorates */
  alt: string
  /** 21:9 instead of 16:9 */
  wide?: boolean
  eager?: boolean
}

/** One of the shop's own pictures, in the size that fits. */
export function BrandPicture({ name, widths, sizes, alt, wide, eager }: BrandPictureProps) {
  const srcset = (format: string) => widths.map((width) => `brand/${name}-${width}.${format} ${width}w`).join(', ')
  return (
    <picture>
      <source type="image/avif" srcSet={srcset('avif')} sizes={sizes} />
      <chakra.img
        width="full"
        aspectRatio={wide ? 21 / 9 : 16 / 9}
        borderRadius="l3"
        bg="sea.mid"
        objectFit="cover"
        objectPosition={wide ? '50% 62%' : '50% 50%'}
        boxShadow="md"
        src={`brand/${name}-${widths[1]}.webp`}
        srcSet={srcset('webp')}
        sizes={sizes}
        alt={alt}
        loading={eager ? 'eager' : 'lazy'}
        decoding="async"
      />
    </picture>
  )
}
