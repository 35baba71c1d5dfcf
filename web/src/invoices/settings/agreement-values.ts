import { invoices } from '@despatch/contract/invoices/invoices'
import { countOf } from '../../kit/form/typed/typed-figure.ts'
import type { AgreedCharge, AgreedDivisor, CHARGE_UNITS, Tolerance } from '@despatch/contract/invoices/settings'
import type { RouteInput } from '@despatch/contract/route/types'
import { formatDayShort, isDay } from '@despatch/domain/calendar/day'
import type { ChargeCategory } from '@despatch/domain/routing/terms/charge-category'
import { z } from 'zod'
import type { ShownFields } from '../../kit/form/conflict.ts'
import { conditionFieldOf, conditionFields, conditionsOf, conditionsText, conditionValues } from './condition-values.ts'
import { operatorToday } from '../../kit/browser/clock.ts'

/** Forms hold texts as typed; the call's own shape validates them. */
const text = z.string()
const whose = { carrierCode: text, clientCode: text, version: z.number().optional() }
type AgreedBody = RouteInput<typeof invoices.saveAgreed>['body']

/** Maps errors of the call's shape to the form's fields by path; errors about list entries have a line each. */
export function checkedBy<Values>(
  body: z.ZodType,
  asBody: (values: Values) => unknown,
  fieldOf: (path: string) => string,
) {
  return (values: Values, context: z.core.$RefinementCtx) => {
    const issues = (body.safeParse(asBody(values)).error?.issues ?? []).map(({ path, message }, index) => {
      const field = fieldOf(path.join('.'))
      return { field, message, place: typeof path.at(-1) === 'number' ? field : index }
    })
    for (const same of Map.groupBy(issues, ({ place }) => place).values()) {
      const lines = same.slice(0, MAX_ENTRIES).map(({ message }) => message)
      if (same.length > MAX_ENTRIES) lines.push(`And ${same.length - MAX_ENTRIES} more`)
      context.addIssue({ code: 'custom', path: [same[0]?.field ?? ''], message: lines.join('\n') })
    }
  }
}
/** The number of list entries whose errors are shown at once. */
const MAX_ENTRIES = 8
/** Agreed amounts and percentages may be finer than paid amounts. */
export const AGREED_DECIMALS = 4
const nullIfNotFound = (typed: string) => (typed.trim() === '' ? null : typed.trim())
export const daysText = ({ from, to }: { readonly from: string; readonly to: string }) => {
  const day = (value: string) => (isDay(value) ? formatDayShort(value) : value)
  return to ? `${day(from)} to ${day(to)}` : `From ${day(from)}`
}

// Tolerances: the allowed amount and percentage for a row, a charge, and a whole invoice.

const toleranceFields = z.object({
  ...whose,
  rowMoney: text,
  rowPercent: text,
  chargeMoney: text,
  chargePercent: text,
  invoice: text,
})
export type ToleranceValues = z.input<typeof toleranceFields>

export const toleranceBody = (values: ToleranceValues) => ({
  carrierCode: values.carrierCode,
  clientCode: values.clientCode,
  row: { money: nullIfNotFound(values.rowMoney), percent: nullIfNotFound(values.rowPercent) },
  charge: { money: nullIfNotFound(values.chargeMoney), percent: nullIfNotFound(values.chargePercent) },
  invoice: nullIfNotFound(values.invoice),
  ...(values.version !== undefined && { version: values.version }),
})
const TOLERANCE_PATHS: Readonly<Record<string, string>> = {
  'row.money': 'rowMoney',
  'row.percent': 'rowPercent',
  'charge.money': 'chargeMoney',
  'charge.percent': 'chargePercent',
}
export const toleranceFieldOf = (path: string) => TOLERANCE_PATHS[path] ?? path
export const toleranceForm = toleranceFields.superRefine(
  checkedBy(invoices.saveTolerance.body, toleranceBody, toleranceFieldOf),
)
export const TOLERANCE_LABELS = {
  carrierCode: 'carrier',
  clientCode: 'client',
  rowMoney: 'money of a row',
  rowPercent: 'percent of a row',
  chargeMoney: 'money of a charge',
  chargePercent: 'percent of a charge',
  invoice: 'most of an invoice',
} as const
export function toleranceValues(of: Tolerance | undefined): ToleranceValues {
  return {
    carrierCode: of?.carrierCode ?? '',
    clientCode: of?.clientCode ?? '',
    rowMoney: of?.row.money ?? '',
    rowPercent: of?.row.percent ?? '',
    chargeMoney: of?.charge.money ?? '',
    chargePercent: of?.charge.percent ?? '',
    invoice: of?.invoice ?? '',
    ...(of && { version: of.version }),
  }
}
export const shownTolerance = (values: ToleranceValues): ShownFields => ({
  rowMoney: { title: 'Money of a row', text: values.rowMoney },
  rowPercent: { title: 'Percent of a row', text: values.rowPercent },
  chargeMoney: { title: 'Money of a charge', text: values.chargeMoney },
  chargePercent: { title: 'Percent of a charge', text: values.chargePercent },
  invoice: { title: 'Most of an invoice', text: values.invoice },
})

// Agreed charges: what a carrier may bill beside the price.

const agreedFields = z.object({
  ...whose,
  agreedID: text.optional(),
  category: text,
  chargeCode: text,
  chargeText: text,
  kind: z.enum(['percent', 'money', 'minimum']),
  percent: text,
  of: z.array(text),
  money: text,
  per: text,
  when: z.enum(['always', 'if billed']),
  least: text,
  most: text,
  currency: text,
  ...conditionFields,
  from: text,
  to: text,
})
export type AgreedValues = z.input<typeof agreedFields>

function amountOf({ kind, percent, of, money, per }: AgreedValues): unknown {
  if (kind === 'percent') return { kind, percent, of, per: per === 'invoice' ? 'invoice' : 'detail' }
  if (kind === 'money') return { kind, money, per }
  return { kind, money, per: per === 'week' ? 'week' : 'invoice' }
}
export const agreedBody = (values: AgreedValues) =>
  ({
    ...(values.agreedID && { agreedID: values.agreedID }),
    carrierCode: values.carrierCode,
    clientCode: values.clientCode,
    category: values.category as ChargeCategory,
    chargeCode: values.chargeCode.trim(),
    chargeText: values.chargeText,
    amount: amountOf(values) as AgreedBody['amount'],
    conditions: conditionsOf(values),
    when: values.when,
    least: nullIfNotFound(values.least),
    most: nullIfNotFound(values.most),
    currency: values.currency,
    from: values.from,
    to: nullIfNotFound(values.to),
    ...(values.version !== undefined && { version: values.version }),
  }) satisfies AgreedBody
export function agreedFieldOf(path: string): string {
  // Conditions that the charge's unit cannot have are marked at the unit.
  if (path === 'conditions') return 'per'
  if (path.startsWith('conditions.')) return conditionFieldOf(path.slice('conditions.'.length))
  return path.replace(/^amount\./, '').replace(/^of\..*/, 'of')
}
export const agreedForm = agreedFields.superRefine(checkedBy(invoices.saveAgreed.body, agreedBody, agreedFieldOf))
export const AGREED_LABELS = {
  carrierCode: 'carrier',
  clientCode: 'client',
  category: 'kind of charge',
  chargeCode: 'code',
  chargeText: 'description',
  kind: 'how much',
  percent: 'percent',
  of: 'of what',
  money: 'money',
  per: 'for each',
  when: 'when',
  least: 'least',
  most: 'most',
  currency: 'currency',
  countries: 'countries',
  postcodes: 'postcodes',
  zones: 'zones',
  services: 'services',
  weekdays: 'weekdays',
  weightAbove: 'weight above',
  weightUpTo: 'weight up to',
  lengthAbove: 'longest side above',
  lengthUpTo: 'longest side up to',
  volumeAbove: 'volume above',
  volumeUpTo: 'volume up to',
  from: 'first day',
  to: 'last day',
} as const
export function agreedValues(of: AgreedCharge | undefined): AgreedValues {
  const amount = of?.amount
  return {
    ...(of && { agreedID: of.agreedID, version: of.version }),
    carrierCode: of?.carrierCode ?? '',
    clientCode: of?.clientCode ?? '',
    category: of?.category ?? '',
    chargeCode: of?.chargeCode ?? '',
    chargeText: of?.chargeText ?? '',
    kind: amount?.kind ?? 'percent',
    percent: amount?.kind === 'percent' ? amount.percent : '',
    of: amount?.kind === 'percent' ? [...amount.of] : ['base'],
    money: amount && amount.kind !== 'percent' ? amount.money : '',
    per: amount?.per ?? 'detail',
    when: of?.when ?? 'always',
    least: of?.least ?? '',
    most: of?.most ?? '',
    currency: of?.currency ?? 'GBP',
    ...conditionValues(of?.conditions),
    from: of?.from ?? operatorToday(),
    to: of?.to ?? '',
  }
}
export const UNIT_LABELS: Readonly<Record<(typeof CHARGE_UNITS)[number], string>> = {
  parcel: 'parcel',
  detail: 'consignment',
  invoice: 'invoice',
  week: 'week',
  collection: 'collection',
}
/** '12.5% of base', '£4.50 a consignment', 'At least £50.00 a week'. */
export function agreedText(
  values: Pick<AgreedValues, 'kind' | 'percent' | 'of' | 'money' | 'per' | 'currency'>,
): string {
  const { kind, percent, of, money, per, currency } = values
  if (kind === 'percent') return `${percent}% of ${of.join(', ')}`
  const each = `${money} ${currency} ${per === 'invoice' ? 'an' : 'a'} ${UNIT_LABELS[per as keyof typeof UNIT_LABELS]}`
  return kind === 'minimum' ? `At least ${each}` : each
}
export const shownAgreed = (values: AgreedValues): ShownFields => ({
  category: { title: 'Kind of charge', text: values.category },
  chargeCode: { title: 'Code', text: values.chargeCode },
  chargeText: { title: 'Description', text: values.chargeText },
  amount: { title: 'Amount', text: agreedText(values) },
  when: { title: 'When', text: values.when },
  least: { title: 'Least', text: values.least },
  most: { title: 'Most', text: values.most },
  conditions: { title: 'Applies to', text: conditionsText(values) },
  days: { title: 'Days', text: daysText(values) },
})

// Divisors: how many cubic centimetres count as a kilogram.

const divisorFields = z.object({
  ...whose,
  divisorID: text.optional(),
  divisor: text,
  from: text,
  to: text,
})
export type DivisorValues = z.input<typeof divisorFields>
export const divisorBody = (values: DivisorValues) => ({
  ...(values.divisorID && { divisorID: values.divisorID }),
  carrierCode: values.carrierCode,
  clientCode: values.clientCode,
  divisor: countOf(values.divisor),
  from: values.from,
  to: nullIfNotFound(values.to),
  ...(values.version !== undefined && { version: values.version }),
})
export const divisorForm = divisorFields.superRefine(checkedBy(invoices.saveDivisor.body, divisorBody, (path) => path))
export const DIVISOR_LABELS = {
  carrierCode: 'carrier',
  clientCode: 'client',
  divisor: 'divisor',
  from: 'first day',
  to: 'last day',
} as const
export function divisorValues(of: AgreedDivisor | undefined): DivisorValues {
  return {
    ...(of && { divisorID: of.divisorID, version: of.version }),
    carrierCode: of?.carrierCode ?? '',
    clientCode: of?.clientCode ?? '',
    divisor: of ? String(of.divisor) : '5000',
    from: of?.from ?? operatorToday(),
    to: of?.to ?? '',
  }
}
export const shownDivisor = (values: DivisorValues): ShownFields => ({
  divisor: { title: 'Divisor', text: values.divisor },
  days: { title: 'Days', text: daysText(values) },
})

export const clientText = (clientCode: string) => clientCode || 'All clients'
