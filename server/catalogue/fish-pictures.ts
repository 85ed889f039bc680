import type { FishDetail } from '../../contract/fishes.ts'
import { limits } from '../../contract/limits.ts'
import type { FishRow } from '../db/row-types.ts'
import { type Actor, transactAs } from '../http/caller.ts'
import { Answer, type Handler } from '../http/pipeline.ts'
import { refuse, refuseFields, required } from '../http/refusal.ts'
import type { ServiceDeps, StoredPicture } from '../service-deps.ts'
import { lockForWrite, refuseEdited, setFields } from './fish-service.ts'
import { findFish, type SomeFields } from './fishes-table.ts'
import { certificateColumn, certificatesOf, detailOf, pictureColumns, picturesOf } from './read-fishes.ts'
import { noProduct } from './review-service.ts'

interface Upload {
  id: string
  upload: Buffer
  /** refuses before the expensive conversion */
  check: (row: FishRow) => void
}

async function store(deps: ServiceDeps, { id, upload, check }: Upload): Promise<StoredPicture> {
  check(required(await findFish(deps.db, id), noProduct))
  return deps.storePicture(upload)
}

interface Change<C> {
  id: string
  by: Actor
  /** what is there afterwards; refuses what cannot be */
  change: (row: FishRow) => C
}

/** Changes the pictures of a product. */
const changePictures = (deps: ServiceDeps, { change, ...of }: Change<StoredPicture[]>): Promise<FishDetail> =>
  changeFiles(deps, { ...of, change: (row) => pictureColumns(change(row)) })

/** Changes the columns of pictures or certificates. */
const changeFiles = (deps: ServiceDeps, { id, by, change }: Change<SomeFields>): Promise<FishDetail> =>
  transactAs(deps, by, async (tx) => {
    const locked = await lockForWrite(tx, id)
    const columns = change(locked.row)
    const updated_at = await setFields(deps, tx, { ...locked, by, kind: 'product-picture', change: columns })
    return detailOf(tx, { ...locked.row, ...columns, updated_at })
  })

/** Sets a product's first picture; answers the new `image` value, with `updated_at` as ETag. */
export const uploadPicture: Handler<'uploadPicture'> = async (deps, { body, upload, user: by, ifMatch }) => {
  const { fishe_id: id } = body
  const check = (row: FishRow) => refuseEdited(row, ifMatch)
  const picture = await store(deps, { id, upload, check })
  const change = (row: FishRow) => {
    check(row)
    const others = picturesOf(row).slice(1)
    return [picture, ...others.filter(({ image }) => image !== picture.image)]
  }
  const { updated_at } = await changePictures(deps, { id, by, change })
  return new Answer(picture.image, { headers: { etag: `"${updated_at}"` } })
}

/** Adds nothing to a product that has the most pictures. */
function refuseFull(row: FishRow): void {
  const params = { limit: limits.pictures }
  if (picturesOf(row).length >= limits.pictures) throw refuseFields({ path: 'image', rule: 'maxItems', params })
}

/** Adds a picture after the others; one that the product has stays where it is. Refuses with `maxItems` and `bad-picture`. */
export const addPicture: Handler<'addPicture'> = async (deps, { param: id, upload, user: by }) => {
  const picture = await store(deps, { id, upload, check: refuseFull })
  const change = (row: FishRow) => {
    const all = picturesOf(row)
    if (all.some(({ image }) => image === picture.image)) return all
    refuseFull(row)
    return [...all, picture]
  }
  return changePictures(deps, { id, by, change })
}

/** Orders the pictures of a product and removes those that are not named. Refuses with `edited-meanwhile` if they are not those that were seen. */
export const setPictures: Handler<'setPictures'> = async (deps, { param: id, body: { images, seen }, user: by }) => {
  const change = (row: FishRow) => {
    const all = picturesOf(row)
    if (all.map(({ image }) => image).join() !== seen.join()) throw refuse('edited-meanwhile')
    return [...new Set(images)].map((wanted, at) => {
      const picture = all.find(({ image }) => image === wanted)
      if (!picture) throw refuseFields({ path: `images.${at}`, rule: 'allowedValue' })
      return picture
    })
  }
  return changePictures(deps, { id, by, change })
}

/** Adds a certificate after the others; one that the product has gets the name. Refuses with `maxItems` and `bad-file`. */
export const addCertificate: Handler<'addCertificate'> = async (deps, { param: id, body, upload, user: by }) => {
  const file = await deps.storeCertificate(upload)
  const change = (row: FishRow) => {
    const all = [...certificatesOf(row).filter((each) => each.file !== file), { name: body.name, file }]
    const params = { limit: limits.certificateFiles }
    if (all.length > limits.certificateFiles) throw refuseFields({ path: 'file', rule: 'maxItems', params })
    return certificateColumn(all)
  }
  return changeFiles(deps, { id, by, change })
}

/** Removes a certificate, if the product has it. */
export const removeCertificate: Handler<'removeCertificate'> = (deps, { param: id, secondParam: hash, user: by }) => {
  const isOther = ({ file }: { file: string }) => !file.includes(`/${hash}/`)
  return changeFiles(deps, { id, by, change: (row) => certificateColumn(certificatesOf(row).filter(isOther)) })
}
