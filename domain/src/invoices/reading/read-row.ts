import type { Cost } from '../../routing/prices/costing.ts'
import type { Day } from '../../calendar/day.ts'
import type { BilledCharge, BilledDetail } from '../invoice.ts'
import type { LengthUnit, WeightUnit } from '../column-mapping/layout.ts'
import type { PlacedCharge, ReadPlan } from './read-plan.ts'
import type { RowCells } from './row-cells.ts'
import { weightUnitOf } from './weight-units.ts'

/** What one row bills for a parcel, a consignment, or the invoice. */
export type BilledRow = {
  readonly consignmentNumber: string
  readonly trackingNumber: string
  readonly references: readonly string[]
  readonly leg: BilledDetail['leg']
  readonly service: string
  readonly shipmentDay: Day | null
  readonly country: string
  readonly postcode: string
  readonly pieces: number | null
  readonly billedWeight: number | null
  readonly declaredWeight: number | null
  readonly size: readonly [number, number, number] | null
  readonly charges: readonly BilledCharge[]
  readonly tax: Cost | null
  readonly checks: readonly OwnTotal[]
}

/** A total that the row states about itself, and the sum of its charges. */
export type OwnTotal = { readonly place: number; readonly stated: Cost; readonly billed: Cost }

type RowCharges = { readonly charges: BilledCharge[]; readonly tax: Cost | null; readonly checks: OwnTotal[] }

const GRAMS: Record<WeightUnit, number> = { g: 1, kg: 1000, lb: 453.592_37, oz: 28.349_523_125 }
const MILLIMETRES: Record<LengthUnit, number> = { mm: 1, cm: 10, in: 25.4 }

/** Reads a row of a parcel, a consignment, or a single charge. */
export function readRow(plan: ReadPlan, cells: RowCells, sign: 1 | -1): BilledRow {
  const { at } = plan
  const charged = plan.layout.row === 'charge' ? readSingleCharge(plan, cells, sign) : readCharges(plan, cells, sign)
  const legText = cells.field('leg').toLowerCase()
  return {
    consignmentNumber: cells.reference(at.consignmentNumber ?? -1),
    trackingNumber: withZeros(cells.reference(at.trackingNumber ?? -1), plan.layout.trackingDigits),
    references: readReferences(plan, cells),
    leg: (plan.legs.get(legText) ?? 'outbound') as BilledDetail['leg'],
    service: serviceOf(cells),
    shipmentDay: cells.day('shipmentDay'),
    country: countryOf(cells.field('country')),
    postcode: cells.field('postcode'),
    pieces: wholeNumber(cells.figure(at.pieces ?? -1)),
    billedWeight: readWeight(plan, cells, { weight: at.billedWeight, unit: at.weightUnit }),
    declaredWeight: readWeight(plan, cells, {
      weight: at.declaredWeight,
      unit: at.declaredWeightUnit ?? at.weightUnit,
    }),
    size: readSize(plan, cells),
    ...charged,
  }
}

/** '2P' means nothing to people who know the service by its name. */
function serviceOf(cells: RowCells): string {
  const service = cells.field('service')
  return (SERVICE_CODE.test(service) && cells.field('serviceName')) || service
}
const SERVICE_CODE = /^[A-Z0-9]{0,3}$/i

/** Restores leading zeros that a spreadsheet dropped. */
function withZeros(trackingNumber: string, digits: number | undefined): string {
  if (digits === undefined || trackingNumber.length >= digits || !/^\d+$/.test(trackingNumber)) return trackingNumber
  return trackingNumber.padStart(digits, '0')
}

const countryOf = (text: string): string => (/^[A-Za-z]{2}$/.test(text) ? text.toUpperCase() : '')

const wholeNumber = (figure: number | null | undefined): number | null =>
  figure !== null && figure !== undefined && Number.isInteger(figure) && figure > 0 ? figure : null

function readReferences({ references, layout: { referenceSeparator } }: ReadPlan, cells: RowCells): string[] {
  const found: string[] = []
  for (const place of references) {
    const text = cells.reference(place)
    if (text === '') continue
    for (const part of referenceSeparator === undefined ? [text] : text.split(referenceSeparator)) {
      const one = part.trim()
      if (one !== '' && !found.includes(one)) found.push(one)
    }
  }
  return found
}

type WeightPlaces = { weight: number | undefined; unit: number | undefined }

/** In grams; null for an empty cell or zero. */
function readWeight({ layout }: ReadPlan, cells: RowCells, { weight, unit }: WeightPlaces): number | null {
  const figure = cells.figure(weight ?? -1)
  if (figure === null || figure === undefined || figure <= 0) return null
  const unitText = cells.text(unit ?? -1)
  const grams = unitText === '' ? layout.weightUnit : weightUnitOf(unitText)
  return grams === undefined ? null : Math.round(figure * GRAMS[grams])
}

function readSize({ at, layout }: ReadPlan, cells: RowCells): BilledRow['size'] {
  if (layout.lengthUnit === undefined || at.length === undefined) return null
  const factor = MILLIMETRES[layout.lengthUnit]
  const sides = [at.length, at.width, at.height].map((place) => cells.figure(place ?? -1))
  if (!sides.every((side) => typeof side === 'number' && side > 0)) return null
  const [length = 0, width = 0, height = 0] = sides.map((side) => Math.round(Number(side) * factor))
  return [length, width, height]
}

/** Reads a row that is a single charge. An amount of zero is not a charge: rows with information only have it. */
function readSingleCharge(plan: ReadPlan, cells: RowCells, sign: 1 | -1): RowCharges {
  const { at } = plan
  const amount = cells.amount(at.chargeNet ?? -1)
  if (amount === null) cells.refuse(at.chargeNet ?? -1, 'The row has no amount')
  const net = (amount ?? 0) * sign
  const code = cells.field('chargeCode')
  const text = cells.field('chargeText')
  const category = plan.categoryOf({
    kind: cells.field('leg'),
    chargeDetail: cells.field('chargeDetail'),
    chargeClass: cells.field('chargeClass'),
    code,
    text,
  })
  const tax = cells.amount(at.chargeTax ?? -1)
  if (category === 'tax') return { charges: [], tax: net + (tax ?? 0) * sign, checks: [] }
  const charge: BilledCharge = { code: code || text, text: text || code, category, net, line: cells.line }
  return { charges: net === 0 ? [] : [charge], tax: tax === null ? null : tax * sign, checks: [] }
}

/** Reads charges in the row of their parcel. */
function readCharges(plan: ReadPlan, cells: RowCells, sign: 1 | -1): RowCharges {
  const { at } = plan
  const charges: BilledCharge[] = []
  const sums = new Map<string, Cost>()
  const count = (key: string | undefined, amount: Cost): void => {
    if (plan.sums.length > 0 && key !== undefined) sums.set(key, (sums.get(key) ?? 0) + amount)
  }
  const columns = readChargeColumns(plan.charges, cells, sign)
  for (const charge of columns) {
    count(charge.code, charge.net)
    if (charge.net !== 0) charges.push(charge)
  }
  let tax: Cost | null = null
  for (const pair of plan.pairs) {
    const amount = cells.amount(pair.amount)
    const discount = pair.discount === -1 ? null : cells.amount(pair.discount)
    const code = cells.text(pair.code)
    const text = cells.text(pair.text)
    const net = takenOff(amount ?? 0, discount ?? 0) * sign
    count(pair.group, net)
    if (net === 0) continue
    const category = plan.categoryOf({ chargeClass: '', code, text })
    if (category === 'tax') tax = (tax ?? 0) + net
    else charges.push({ code: code || text, text: text || code, category, net, line: cells.line })
  }
  const rowTax = cells.amount(at.rowTax ?? -1)
  if (rowTax !== null) tax = (tax ?? 0) + rowTax * sign
  const net = charges.reduce((sum, charge) => sum + charge.net, 0)
  const checks: OwnTotal[] = []
  const check = (place: number, billed: Cost): void => {
    const stated = cells.amount(place)
    if (stated !== null) checks.push({ place, stated: stated * sign, billed })
  }
  check(at.rowNet ?? -1, net)
  check(at.rowGross ?? -1, net + (tax ?? 0))
  for (const { place, of } of plan.sums)
    check(
      place,
      of.reduce((sum, key) => sum + (sums.get(key) ?? 0), 0),
    )
  return { charges, tax, checks }
}

/** A discount reduces a billed amount, and a credit as well, whatever its sign. */
const takenOff = (amount: Cost, discount: Cost): Cost => amount - Math.abs(discount) * (amount < 0 ? -1 : 1)

/** Reads columns of charges, including amounts of zero. */
export function readChargeColumns(columns: readonly PlacedCharge[], cells: RowCells, sign: 1 | -1): BilledCharge[] {
  const stated = columns.map(({ place }) => cells.amount(place) ?? 0)
  const billed = stated.reduce((sum, amount, index) => (columns[index]?.isTakenOff ? sum : sum + amount), 0)
  const amounts = columns.map(({ isTakenOff }, index) => {
    const amount = stated[index] ?? 0
    return (isTakenOff ? takenOff(billed, amount) - billed : amount) * sign
  })
  return columns.map(({ code, text, category, contains }, index) => ({
    code,
    text,
    category,
    net: contains.reduce((rest, other) => rest - (amounts[other] ?? 0), amounts[index] ?? 0),
    line: cells.line,
  }))
}
