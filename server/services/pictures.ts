import { pictureValue } from '../../contract/picture.ts'
import { isPictureShown } from '../db/fishes.ts'
import { isPictureOrdered } from '../db/orders.ts'
import type { Shop } from './shop.ts'

/** Whether a product shows a picture, or an order that outlived its product. */
export async function isPictureUsed({ db }: Shop, hash: string): Promise<boolean> {
  const image = pictureValue(hash)
  return (await isPictureShown(db, image)) || (await isPictureOrdered(db, image))
}
