import type { Fish, FishDetail } from '../../../contract/fishes.ts'
import type { Locale } from '../../../contract/locales.ts'
import type { Api } from '../../api/client.ts'
import type { Refusal, Reply } from '../../api/errors.ts'
import { type ProductField, type ProductValues, productForm, productInput, productValues } from './product-form.ts'
import { type Sent, sendMerged } from './send-merged.ts'

interface Saving {
  api: Api
  values: ProductValues
  file: File | undefined
  /** pictures that an earlier try has brought to the server already, with the product as they left it */
  uploaded: Map<File, Fish>
  locale: Locale
}

type SentProduct = Sent<Fish, ProductField>

const aboutPicture = ['bad-picture', 'too-large', 'wrong-type']

/** Creates a product. Answers a refusal with what concerns the picture at the field `image`. Throws `ConnectionError`. */
export async function createProduct({ api, values, file }: Saving): Promise<SentProduct> {
  const reply = await api.call('createFish', { body: productForm(values, file) })
  return reply.ok ? { kind: 'saved', body: reply.body } : { kind: 'refused', refusal: refusalOf(reply.refusal) }
}

/**
 * Uploads the new picture first and then updates the fields with its value, both only while the product is as this form
 * knows it. `start` is the product that the values were made of. Refusals as `createProduct`.
 */
export function saveProduct(saving: Saving & { start: Fish }): Promise<SentProduct> {
  const { api, start, values, file, uploaded, locale } = saving
  const valuesOf = (fish: Fish): ProductValues => {
    const isOurs = file !== undefined && uploaded.get(file)?.image === fish.image
    return { ...productValues(fish, locale), image: isOurs ? file.name : fish.image }
  }
  const params = { id: start._id }
  return sendMerged<Fish, ProductField>({
    start,
    values: { ...values, image: file?.name ?? start.image },
    valuesOf,
    send: async (fields, known) => {
      const picture = await pictureOf(saving, known)
      if (!picture.ok) return picture
      const { image, updated_at: version } = picture.body
      const body = { _id: known._id, image, ...productInput(fields) }
      return refusedAtPicture(await api.call('updateFish', { params, body, version }))
    },
    fetchSaved: () => api.call('getFish', { params }),
  })
}

/** The product with its picture: as it is known, as an earlier try left it, or with the new one. */
async function pictureOf({ api, file, uploaded }: Saving, known: Fish): Promise<PictureReply> {
  const before = file && uploaded.get(file)
  const fish = before && before.updated_at >= known.updated_at ? before : known
  if (!file || fish.image === before?.image) return { ok: true, body: fish }
  const body = new FormData()
  body.append('fishe_id', fish._id)
  body.append('image', file, file.name)
  const reply = await api.call('uploadPicture', { body, version: fish.updated_at })
  if (!reply.ok) return { ok: false, refusal: atPicture(reply.refusal) }
  const now = { ...fish, image: reply.body, updated_at: reply.version ?? fish.updated_at }
  uploaded.set(file, now)
  return { ok: true, body: now }
}

type PictureReply = { ok: true; body: Fish } | { ok: false; refusal: Refusal }

function refusedAtPicture(reply: Reply<FishDetail>): Reply<FishDetail> {
  return reply.ok ? reply : { ok: false, refusal: refusalOf(reply.refusal) }
}

function refusalOf(refusal: Refusal): Refusal {
  return aboutPicture.includes(refusal.code ?? '') ? atPicture(refusal) : refusal
}

/** The specification ignores a failed upload; the administrator would not notice that the picture is missing. */
function atPicture(refusal: Refusal): Refusal {
  const { code, detail, errors } = refusal
  const isOfFields = errors.length > 0 || code === 'edited-meanwhile'
  return isOfFields ? refusal : { ...refusal, errors: [{ path: 'image', detail, code }] }
}
