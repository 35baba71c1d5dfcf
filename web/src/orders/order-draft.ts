import type { CreateOrderInput } from '@despatch/contract/orders/create-order'
import { isMoney, type Money, moneyText, parseMoney } from '@despatch/domain/money/money'
import { lineValue } from '@despatch/domain/orders/line-value'

/** A line as the form holds it: what is still empty is ''. */
export type DraftLine = { SKU: string; quantity: number | ''; totalValue: string }

/** An order as the form holds it. */
export type OrderDraft = Required<Omit<CreateOrderInput, 'items' | 'date'>> & { items: DraftLine[]; date: string }

export const BLANK_LINE: DraftLine = { SKU: '', quantity: 1, totalValue: '' }

export const BLANK_ORDER: OrderDraft = {
  orderNo: '',
  customerFirstName: '',
  customerLastName: '',
  email: '',
  phone: '',
  country: 'GB',
  addressLine1: '',
  addressLine2: '',
  addressLine3: '',
  addressLine4: '',
  postCode: '',
  items: [BLANK_LINE],
  dispatchService: 'STANDARD',
  date: '',
}

/**
 * What a line is worth: the value typed for it, else the SKU's price times the quantity. Undefined while one of them is
 * missing or is no amount.
 */
export function draftLineValue({ quantity, totalValue }: DraftLine, price: string | undefined): Money | undefined {
  if (totalValue !== '') return isMoney(totalValue) ? parseMoney(totalValue) : undefined
  if (price === undefined || !Number.isInteger(quantity) || Number(quantity) < 1) return undefined
  return lineValue({ quantity: Number(quantity), price: parseMoney(price) }).total
}

/** The sum of the lines whose value is known, as a decimal text, and how many are not known yet. */
export function draftTotal(lines: readonly DraftLine[], priceOf: (SKU: string) => string | undefined) {
  const values = lines.map((line) => draftLineValue(line, priceOf(line.SKU)))
  const known = values.filter((value) => value !== undefined)
  return { total: moneyText(known.reduce((sum, value) => sum + value, 0n)), unknown: values.length - known.length }
}
