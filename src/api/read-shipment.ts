import type { OrderEvent } from '../../contract/order-events.ts'
import type { Done, LoadedLine, Shipment } from '../../contract/shipment/milestones.ts'
import { shipmentSteps } from '../../contract/shipment/shipment-steps.ts'
import { isRecord, type JsonRecord, readText } from '../lib/record.ts'
import { readId, readList, readNumber, readRows, readTexts } from './read-value.ts'

function readStep(value: unknown) {
  return shipmentSteps.find((step) => step === value)
}

function readLine(value: unknown): LoadedLine | undefined {
  return isRecord(value) ? { fishe: readText(value.fishe), qty: readNumber(value.qty) } : undefined
}

const readLines = (value: unknown) => readRows(readList(value), readLine) ?? []

/** The members of a milestone; undefined for a step that this version of the app does not know. */
export function readMilestone(value: JsonRecord): Partial<OrderEvent> | undefined {
  const step = readStep(value.step)
  if (!step) return undefined
  const { booked, loaded, sailed, documents } = value
  return {
    step,
    on: readText(value.on),
    ...(isRecord(booked) && {
      booked: {
        vessel: readText(booked.vessel),
        from: readText(booked.from),
        to: readText(booked.to),
        etd: readText(booked.etd),
        eta: readText(booked.eta),
        ...readTexts(booked, ['voyage', 'container']),
      },
    }),
    ...(isRecord(loaded) && {
      loaded: {
        container: readText(loaded.container),
        lines: readLines(loaded.lines),
        ...readTexts(loaded, ['seal']),
        ...(typeof loaded.temperature === 'number' && { temperature: loaded.temperature }),
      },
    }),
    ...(isRecord(sailed) && { sailed: { on: readText(sailed.on), ...readTexts(sailed, ['eta']) } }),
    ...(isRecord(documents) && { documents: readTexts(documents, ['courier', 'tracking']) }),
  }
}

function readDone(value: unknown): Done | undefined {
  if (!isRecord(value)) return undefined
  const step = readStep(value.step)
  return step && { step, on: readText(value.on), _id: readId(value) }
}

/** Where the goods of an order are; undefined before its acceptance, and on servers without shipments. */
export function readShipment(value: unknown): Shipment | undefined {
  if (!isRecord(value)) return undefined
  const doubles = readRows(readList(value.doubles), readDone) ?? []
  return {
    step: readStep(value.step) ?? null,
    done: readRows(readList(value.done), readDone) ?? [],
    loaded: readLines(value.loaded),
    ...readTexts(value, ['vessel', 'container', 'etd', 'eta']),
    ...(doubles.length > 0 && { doubles }),
  }
}
