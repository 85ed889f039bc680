import { pictureValue } from '../../contract/picture.ts'
import { isPictureShown } from '../db/fishes.ts'
import { isPictureOrdered } from '../db/orders.ts'
import { isLogo } from '../db/shop-settings.ts'
import type { Shop } from './shop.ts'

/** Whether a picture is used by a product, by an order (even of a deleted product), or as the shop's logo. */
export async function isPictureUsed({ db }: Shop, hash: string): Promise<boolean> {
  const image = pictureValue(hash)
  return (await isPictureShown(db, image)) || (await isPictureOrdered(db, image)) || isLogo(db, image)
}
