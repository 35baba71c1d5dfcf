import type { CausePart, InvoiceSummary, ProofResult } from '@despatch/contract/invoices/invoice'
import type { Cause, InvoiceStatus, Verdict } from '@despatch/domain/invoices/invoice'
import { formatCount, formatMoney, moneyText, parseMoney } from '@despatch/domain/money/money'
import type { Meaning } from '../kit/list/columns/cells.tsx'

/** The meaning of each verdict for the person who decides. */
export const VERDICT_MEANINGS: Readonly<Record<Verdict, Meaning>> = {
  'Not found': 'bad',
  'Already billed': 'bad',
  'Not despatched': 'bad',
  'Not judged': 'attention',
  Matched: 'good',
  'Within tolerance': 'good',
  Overcharged: 'bad',
  Undercharged: 'attention',
}

/** A verdict as people read it. */
export const verdictLabel = (verdict: Verdict): string => (verdict === 'Not judged' ? 'Not checked' : verdict)

export const STATUS_MEANINGS: Readonly<Record<InvoiceStatus, Meaning>> = {
  Imported: 'neutral',
  Accepted: 'good',
  Rejected: 'bad',
}

export const CAUSE_LABELS: Readonly<Record<Cause, string>> = {
  service: 'Service',
  'number of parcels': 'Number of parcels',
  'weight or size': 'Weight or size',
  price: 'Price',
  charges: 'Charges',
  rounding: 'Rounding',
}

export const PROOF_LABELS: Readonly<Record<ProofResult, { readonly meaning: Meaning; readonly word: string }>> = {
  'adds up': { meaning: 'good', word: 'Totals match' },
  'does not add up': { meaning: 'bad', word: 'Totals don’t match' },
  'nothing stated': { meaning: 'neutral', word: 'No total stated' },
}

/** '£1,234.50' in the invoice's currency; without a symbol if the currency is unknown. */
export const amountText = (amount: string, currency: string): string => formatMoney(amount, currency)

/** '+£1.20' if too much was billed, '−£1.20' if too little, '£0.00' without a difference. */
export function varianceText(amount: string, currency: string): string {
  return `${Number(amount) > 0 ? '+' : ''}${amountText(amount, currency)}`
}

/** '12.4 kg', with at least one decimal, as scales show it. */
export function weightText(kilograms: string): string {
  return `${weights.format(kilograms as Intl.StringNumericLiteral)} kg`
}
const weights = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 1, maximumFractionDigits: 3 })

/** The carrier's weight beside the despatched weight; undefined if one is unknown or they are equal. */
export function weightDifference(row: {
  readonly billedWeight: string | null
  readonly ourWeight: string | null
}): string | undefined {
  const { billedWeight, ourWeight } = row
  if (billedWeight === null || ourWeight === null || Number(billedWeight) === Number(ourWeight)) return undefined
  return `Carrier billed ${weightText(billedWeight)}; ${weightText(ourWeight)} was despatched`
}

/** The parts of a variance with their shares of all differences in either direction: the widths of a bar. */
export function causeShares(causes: readonly CausePart[]): (CausePart & { readonly share: number })[] {
  const all = causes.reduce((sum, { amount }) => sum + Math.abs(Number(amount)), 0)
  return causes
    .map((part) => ({ ...part, share: all === 0 ? 0 : Math.abs(Number(part.amount)) / all }))
    .filter(({ share }) => share > 0)
}

/** 'Weight or size +£8.20, Price −£1.00': the text of a cause bar, the largest first. */
export function causesText(causes: readonly CausePart[], currency: string): string {
  return causeShares(causes)
    .toSorted((one, other) => other.share - one.share)
    .map(({ cause, amount }) => `${CAUSE_LABELS[cause]} ${varianceText(amount, currency)}`)
    .join(', ')
}

type VerdictPart = InvoiceSummary['verdicts'][number]

/** The most urgent first: rows that may not be paid, then those that cannot be judged, then correct ones. */
const LOOKED_AT_FIRST: Readonly<Record<Meaning, number>> = { bad: 0, attention: 1, waiting: 2, neutral: 3, good: 4 }
export function byUrgency(verdicts: readonly VerdictPart[]): VerdictPart[] {
  return verdicts.toSorted(
    (one, other) =>
      LOOKED_AT_FIRST[VERDICT_MEANINGS[one.verdict]] - LOOKED_AT_FIRST[VERDICT_MEANINGS[other.verdict]] ||
      other.rows - one.rows,
  )
}

/** '4 overcharged, 1 not found, 92 matched'. */
export function verdictsText(verdicts: readonly VerdictPart[]): string {
  return byUrgency(verdicts)
    .map(({ verdict, rows }) => `${formatCount(rows)} ${verdictLabel(verdict).toLowerCase()}`)
    .join(', ')
}

/** The exact sum of decimal texts. */
export function sumText(amounts: readonly string[]): string {
  return moneyText(amounts.reduce((sum, amount) => sum + parseMoney(amount), 0n))
}

export function countText(count: number, [one, many]: readonly [one: string, many: string]): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`
}

const STATED: Readonly<Record<'net' | 'tax' | 'gross', string>> = { net: 'net', tax: 'tax', gross: 'with tax' }

/** Says whether a sum that the document states equals that of its rows, the difference, and the line. */
export function statedText(
  stated: {
    readonly what: 'net' | 'tax' | 'gross'
    readonly amount: string
    readonly difference: string
    readonly line: number
  },
  currency: string,
): string {
  const { what, amount, difference, line } = stated
  const where = `Line ${formatCount(line)} states ${amountText(amount, currency)} ${STATED[what]}`
  if (Number(difference) === 0) return `${where}, and its rows add up to it.`
  const rows = sumText([amount, difference])
  const off = amountText(difference.replace('-', ''), currency)
  return `${where}, but its rows total ${amountText(rows, currency)}. That is ${off} ${Number(difference) > 0 ? 'more' : 'less'}.`
}

/** 'Partly credited', with a capital letter. */
export const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
