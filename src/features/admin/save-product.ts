import type { Fish, FishDetail } from '../../../contract/fishes.ts'
import type { Api } from '../../api/client.ts'
import type { Refusal, Reply } from '../../api/errors.ts'
import { type ProductValues, productForm, productInput } from './product-form.ts'

interface Saving {
  api: Api
  /** the product as it is; undefined for a new one */
  fish: Fish | undefined
  values: ProductValues
  file: File | undefined
  /** pictures that an earlier try has brought to the server already, so that they do not travel twice */
  uploaded: Map<File, string>
}

const aboutPicture = ['bad-picture', 'too-large', 'wrong-type']

/**
 * Creates a product, or uploads the new picture first and then updates the fields with its value. Answers the refusal, with
 * what concerns the picture at the field `image`. Throws `ConnectionError` when nobody answered.
 */
export async function saveProduct(saving: Saving): Promise<Refusal | undefined> {
  const { api, fish, values, file } = saving
  if (!fish) return refusalOf(await api.call('createFish', { body: productForm(values, file) }))
  const picture = await pictureOf(saving, fish)
  if (typeof picture !== 'string') return picture
  const body = { _id: fish._id, image: picture, ...productInput(values) }
  return refusalOf(await api.call('updateFish', { params: { id: fish._id }, body }))
}

async function pictureOf({ api, file, uploaded }: Saving, fish: Fish): Promise<string | Refusal> {
  if (!file) return fish.image
  const before = uploaded.get(file)
  if (before !== undefined) return before
  const body = new FormData()
  body.append('fishe_id', fish._id)
  body.append('image', file, file.name)
  const reply = await api.call('uploadPicture', { body })
  if (!reply.ok) return atPicture(reply.refusal)
  uploaded.set(file, reply.body)
  return reply.body
}

function refusalOf(reply: Reply<FishDetail>): Refusal | undefined {
  if (reply.ok) return undefined
  return aboutPicture.includes(reply.refusal.code ?? '') ? atPicture(reply.refusal) : reply.refusal
}

/** The specification ignores a failed upload; the administrator would not notice that the picture is missing. */
function atPicture(refusal: Refusal): Refusal {
  const { code, detail, errors } = refusal
  return errors.length > 0 ? refusal : { ...refusal, errors: [{ path: 'image', detail, code }] }
}
