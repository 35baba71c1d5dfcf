import { type createOrder, createOrderItem, type CreateOrderInput } from '@despatch/contract/orders/create/create-order'
import { isMoney, type Money, moneyText, parseMoney } from '@despatch/domain/money/money'
import { lineValue } from '@despatch/domain/orders/line-value'
import type { useContractForm } from '../../kit/form/use-contract-form.tsx'

export type OrderForm = ReturnType<typeof useContractForm<typeof createOrder>>['form']
export type DraftLine = CreateOrderInput['items'][number]

export const BLANK_LINE: DraftLine = { SKU: '', quantity: 1, totalValue: '' }

export const BLANK_ORDER: CreateOrderInput = {
  orderNo: '',
  customerFirstName: '',
  customerLastName: '',
  email: '',
  phone: '',
  customerAccount: '',
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
export function draftLineValue(line: Omit<DraftLine, 'SKU'>, price: string | undefined): Money | undefined {
  const { quantity, totalValue } = line
  if (totalValue) return isMoney(totalValue) ? parseMoney(totalValue) : undefined
  if (price === undefined || !createOrderItem.shape.quantity.safeParse(quantity).success) return undefined
  return lineValue({ quantity, price: parseMoney(price) }).total
}

/** Whether nothing was typed into a line. */
export function isBlankLine({ SKU, quantity, totalValue }: DraftLine): boolean {
  return SKU.trim() === '' && !totalValue && (quantity === BLANK_LINE.quantity || String(quantity) === '')
}

/** A last line that nothing was typed into is not part of the order. */
export function dropBlankLines(form: OrderForm): void {
  const { items } = form.getValues()
  for (let last = items.length - 1; last > 0 && items.slice(last).every(isBlankLine); last -= 1)
    form.removeListItem('items', last)
}

/** Where no value may be typed: a draft may hold one that was typed while one still might. */
export function clearLineValues(form: OrderForm): void {
  for (const index of form.getValues().items.keys()) form.setFieldValue(`items.${index}.totalValue`, '')
}

/** The sum of the lines whose value is known, as a decimal text, and how many SKUs have none yet. */
export function draftTotal(lines: readonly DraftLine[], priceOf: (SKU: string) => string | undefined) {
  const begun = lines.filter(({ SKU, totalValue }) => SKU || totalValue)
  const values = begun.map((line) => draftLineValue(line, priceOf(line.SKU)))
  const known = values.filter((value) => value !== undefined)
  return { total: moneyText(known.reduce((sum, value) => sum + value, 0n)), unknown: values.length - known.length }
}
