interface BrandPictureProps {
  /** the file's name in public/brand, without width and ending */
  name: string
  widths: readonly [number, number, number]
  sizes: string
  /** empty where the picture only decorates */
  alt: string
  /** 2:1 instead of 16:9 */
  wide?: boolean
  eager?: boolean
}

/** One of the shop's own pictures, in the size that fits. */
export function BrandPicture({ name, widths, sizes, alt, wide, eager }: BrandPictureProps) {
  const srcset = (format: string) => widths.map((width) => `brand/${name}-${width}.${format} ${width}w`).join(', ')
  return (
    <picture>
      <source type="image/avif" srcSet={srcset('avif')} sizes={sizes} />
      <img
        className={wide ? 'about-picture about-picture-wide' : 'about-picture'}
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
