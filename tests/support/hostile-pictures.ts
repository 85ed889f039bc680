import { brotliDecompressSync } from 'node:zlib'
import sharp from 'sharp'

const avif = [
  'G3AEIGYIL70C1q8pU8gY4MGbuuFwgLPzCjWif2zh90AwwkAoAU8ksmxX1GeIkjgl+99LAABaRGAY7BQMIQAAwBtCCMnoDTmVouOvGzFwhcnd1c',
  'sfeMGQSyBgmCEvXxdgVRUBEiBIfoUYoIQQFgjyQUSgEZDljRsyJqdgQSE+8GEo0HuKModgfxj4koZcfE+4TsFCKnEKyjqTQgGwm7gAYFAEgCSV',
  'IYShUAjkKNgOgEQOwd5OwEeCRYlDRmn/j4jxdnUKJAbY2Aqf5WMkg3sJdyHhZ+gkxInLWGnN5Yh4RQBMdzZxHac52/+ksqDsd6XG/X5We/jSbX',
  'ml55REXOOn9+ZCt8g09ZLjE514Iur/Gbiahb2o8BVrc7f/vcOEM92gC30Xh5xRYM3DiS3uUuWoQCP/2jhiotZsZ5OqMq/KWaxKzaXq8pXcmTuM',
  'kOT8qeQiLoLjsSUcRMWKAaIVvkmIkb0ZMfhJQiO49nlhnWJYsMCX2b5D5WmgeOGY/4n3tI+tLmNBrYLxHu5ILfFy3ifzza+BOcH99Yc5g/hLYt',
  'lEzxL+PT7ztj5PQJZcakeXW0NTup69+GnN9MmG9fysfXe+7VsOn2cR2VyinYUoS+TvhJdK4/FmmAEE+auYmGc3jPqPDzwV+R3aSeFl9J9JRE91',
  'dkf85BN+jLHDj3Gp66dPs4VIA9Co0PM9pWyzuWX/PMAdP6OYj2vHCQp/SaYe+Bq3LvbC76Mr6i61goVPTTV6ENoDsoKjEW9b5LwPpWJgs391yM',
  'QXB/Wxt6foM9QcVBED5Gmyi9sin3BMZTJn0Hm/EEdTUnxTBA==',
]
/** 40 megapixels of ten bits in a kilobyte, which take a gigabyte to decode: as AVIF, and announced as HEIC. */
export const bombs = () => {
  const bytes = brotliDecompressSync(Buffer.from(avif.join(''), 'base64'))
  const heic = Buffer.from(bytes)
  heic.write('mif1', 8)
  return { avif: bytes, heic }
}

/** A JPEG whose last scan is there so many times. */
export async function jpegOfScans(scans: number): Promise<Buffer> {
  const flat = { create: { width: 64, height: 64, channels: 3 as const, background: 'teal' } }
  const jpeg = await sharp(flat).jpeg({ progressive: true }).toBuffer()
  const last = jpeg.lastIndexOf(Buffer.from([0xff, 0xda]))
  const scan = jpeg.subarray(last, -2)
  return Buffer.concat([jpeg.subarray(0, last), ...Array.from({ length: scans }, () => scan), jpeg.subarray(-2)])
}
