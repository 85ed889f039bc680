import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Incoterm } from '../../../contract/offer-terms.ts'

/** The terms of delivery in words (Incoterms 2020). */
export const incotermNames: Record<Incoterm, MessageDescriptor> = {
  EXW: msg`Ex Works`,
  FCA: msg`Free Carrier`,
  FAS: msg`Free Alongside Ship`,
  FOB: msg`Free On Board`,
  CFR: msg`Cost and Freight`,
  CIF: msg`Cost, Insurance and Freight`,
  CPT: msg`Carriage Paid To`,
  CIP: msg`Carriage and Insurance Paid To`,
  DAP: msg`Delivered at Place`,
  DPU: msg`Delivered at Place Unloaded`,
  DDP: msg`Delivered Duty Paid`,
}
