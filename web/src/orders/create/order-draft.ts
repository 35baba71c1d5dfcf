import { type createOrder, createOrderItem, type CreateOrderInput } from '@despatch/contract/orders/create/create-order'
import { type Money, moneyText, parseMoney } from '@despatch/domain/money/money'
import { lineValue } from '@despatch/domain/orders/line-value'
import { sameName } from '@despatch/domain/text/same-name'
import { z } from 'zod'
import type { useContractForm } from '../../kit/form/use-contract-form.tsx'

export type OrderForm = ReturnType<typeof useContractForm<typeof createOrder>>['form']
/** The existing line of an amended order, with its unit value. */
export const ownLine = z.strictObject({ lineNumber: z.int(), SKU: z.string(), unitValue: z.string() })
export type DraftLine = CreateOrderInput['items'][number] & { readonly own?: z.infer<typeof ownLine> | undefined }

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

/** Unit value of an existing line, while it keeps its SKU. */
export const ownPrice = ({ SKU, own }: DraftLine): string | undefined =>
  own && sameName(own.SKU) === sameName(SKU.trim()) ? own.unitValue : undefined

/** The typed value, else price times quantity; undefined if missing or invalid. */
export function draftLineValue(line: Omit<DraftLine, 'SKU'>, price: string | undefined): Money | undefined {
  const { quantity, totalValue } = line
  if (totalValue) return isReadable(totalValue) ? parseMoney(totalValue) : undefined
  if (price === undefined || !createOrderItem.shape.quantity.safeParse(quantity).success) return undefined
  return lineValue({ quantity, price: parseMoney(price) }).total
}

const isReadable = (totalValue: string) => createOrderItem.shape.totalValue.safeParse(totalValue).success

/** Whether the line's value equals price times quantity, so that it follows the quantity. */
export function isCalculatedValue(line: DraftLine, price: string | undefined): boolean {
  const calculated = draftLineValue({ ...line, totalValue: '' }, price)
  return calculated !== undefined && draftLineValue(line, price) === calculated
}

/** Whether a line's value comes from the copied order. */
export const isCopied = (initial: readonly DraftLine[], { SKU, totalValue }: DraftLine): boolean =>
  !!totalValue && initial.some((line) => sameName(line.SKU) === sameName(SKU.trim()) && line.totalValue === totalValue)

export function isBlankLine({ SKU, quantity, totalValue }: DraftLine): boolean {
  return SKU.trim() === '' && !totalValue && (quantity === BLANK_LINE.quantity || String(quantity) === '')
}

/** An empty last line is not part of the order. */
export function dropBlankLines(form: OrderForm): void {
  const { items } = form.getValues()
  for (let last = items.length - 1; last > 0 && items.slice(last).every(isBlankLine); last -= 1)
    form.removeListItem('items', last)
}

/** If values may not be typed, an old draft may still contain some. */
export function clearLineValues(form: OrderForm): void {
  for (const index of form.getValues().items.keys()) form.setFieldValue(`items.${index}.totalValue`, '')
}

/** Total of the known line values as decimal text, with the number of missing and of invalid values. */
export function draftTotal(lines: readonly DraftLine[], priceOf: (line: DraftLine) => string | undefined) {
  const begun = lines.filter(({ SKU, totalValue }) => SKU || totalValue)
  const values = begun.map((line) => draftLineValue(line, priceOf(line)))
  const known = values.filter((value) => value !== undefined)
  const unread = begun.filter(({ totalValue }) => totalValue && !isReadable(totalValue)).length
  return {
    total: moneyText(known.reduce((sum, value) => sum + value, 0n)),
    unknown: values.length - known.length - unread,
    unread,
  }
}

/** Lines left out of a total: ' without 2 lines with an invalid value, and a line without a value'. */
export function leftOutText({ unknown, unread }: { readonly unknown: number; readonly unread: number }): string {
  const count = (lines: number) => (lines === 1 ? 'a line' : `${lines} lines`)
  return [
    unread > 0 && ` without ${count(unread)} with an invalid value`,
    unknown > 0 && ` and ${count(unknown)} without a value`,
  ]
    .filter(Boolean)
    .join(',')
}
