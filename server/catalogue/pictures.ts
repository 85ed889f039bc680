import { pictureValue } from '../../contract/picture.ts'
import { isPictureOrdered } from '../orders/orders-table.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { isLogo } from '../shop/shop-settings-table.ts'
import { isPictureShown } from './fishes-table.ts'

/** Whether a picture is used by a product, by an order (even of a deleted product), or as the shop's logo. */
export async function isPictureUsed({ db }: ServiceDeps, hash: string): Promise<boolean> {
  const image = pictureValue(hash)
  return (await isPictureShown(db, image)) || (await isPictureOrdered(db, image)) || isLogo(db, image)
}
