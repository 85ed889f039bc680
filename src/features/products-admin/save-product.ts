import type { Fish } from '../../../contract/fishes.ts'
import type { Locale } from '../../../contract/locales.ts'
import type { Api } from '../../api/client.ts'
import type { Refusal } from '../../api/errors.ts'
import { type Sent, sendMerged } from '../../ui/forms/send-merged.ts'
import { type ProductValues, productForm, productInput, productValues } from './product-form.ts'

interface Saving {
  api: Api
  values: ProductValues
  file: File | undefined
  /** pictures that an earlier attempt uploaded, each with the product after that upload */
  uploaded: Map<File, Fish>
  locale: Locale
}

type SentProduct = Sent<Fish, ProductValues>

const pictureCodes = ['bad-picture', 'too-large', 'wrong-type']

/** Creates a product. A refusal of the picture is an error of the field `image`. Throws `ConnectionError`. */
export async function createProduct({ api, values, file }: Saving): Promise<SentProduct> {
  const reply = await api.call('createFish', { body: productForm(values, file) })
  return reply.ok ? { kind: 'saved', body: reply.body } : { kind: 'refused', refusal: refusalOf(reply.refusal) }
}

/**
 * Uploads the new picture, then updates the product with its address. The server refuses both if somebody else changed
 * the product since `start`, the one that the form started from. Refusals as in `createProduct`.
 */
export async function saveProduct(saving: Saving & { start: Fish }): Promise<SentProduct> {
  const { api, start, values, file, uploaded, locale } = saving
  const valuesOf = (fish: Fish) => {
    const hasFile = file !== undefined && uploaded.get(file)?.image === fish.image
    return { ...productValues(fish, locale), image: hasFile ? file.name : fish.image }
  }
  const params = { id: start._id }
  const sent = await sendMerged({
    start,
    values: { ...values, image: file?.name ?? start.image },
    valuesOf,
    send: async (fields: ProductValues, base: Fish) => {
      const picture = await uploadOnce(saving, base)
      if (!picture.ok) return picture
      const { image, updated_at: version } = picture.body
      const body = { _id: base._id, image, ...productInput(fields) }
      const reply = await api.call('updateFish', { params, body, version })
      return reply.ok ? reply : { ok: false, refusal: refusalOf(reply.refusal) }
    },
    fetchSaved: () => api.call('getFish', { params }),
  })
  // in the form, the picture is the name of the chosen file
  return sent.kind === 'conflict' ? { ...sent, merged: { ...sent.merged, image: values.image } } : sent
}

type PictureReply = { ok: true; body: Fish } | { ok: false; refusal: Refusal }

/** The product after the upload of the new picture. Does nothing without one, or if an earlier attempt uploaded it. */
async function uploadOnce({ api, file, uploaded }: Saving, base: Fish): Promise<PictureReply> {
  const earlier = file && uploaded.get(file)
  const fish = earlier && earlier.updated_at >= base.updated_at ? earlier : base
  if (!file || fish.image === earlier?.image) return { ok: true, body: fish }
  const body = new FormData()
  body.append('fishe_id', fish._id)
  body.append('image', file, file.name)
  const reply = await api.call('uploadPicture', { body, version: fish.updated_at })
  if (!reply.ok) return { ok: false, refusal: atPicture(reply.refusal) }
  const saved = { ...fish, image: reply.body, updated_at: reply.version ?? fish.updated_at }
  uploaded.set(file, saved)
  return { ok: true, body: saved }
}

function refusalOf(refusal: Refusal): Refusal {
  return pictureCodes.includes(refusal.code ?? '') ? atPicture(refusal) : refusal
}

/** The specification ignores a failed upload. Here it is an error, or the missing picture would go unnoticed. */
function atPicture(refusal: Refusal): Refusal {
  const { code, detail, errors } = refusal
  if (errors.length > 0 || code === 'edited-meanwhile') return refusal
  return { ...refusal, errors: [{ path: 'image', detail, code }] }
}
