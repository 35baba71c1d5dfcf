import { isFault } from '../fault.ts'
import { HEADER_FIELDS } from './order-fields.ts'
import { type HeaderReader, isHeader, type OrderHeader, otherHeaderField } from './order-header.ts'
import { LONGEST_LOOKED_AT, numberReader } from './read-cell.ts'

/** What a row says of its customer and address, in the fields that it fills. */
export type SaidOfOrder = Readonly<Partial<OrderHeader>>

/**
 * Which order a refused row may be a line of: that of a number; the one before it or the one behind it, unless these are
 * other than it says; or none.
 *
 * domain.md: 'every refused row comes back', and an order is taken whole or not at all, for a customer must not get a part
 * of it. So each order that a refused row may be a line of is refused with it; but no other is, for the sender of the file
 * wants the rest of it taken.
 */
export type RowOwnership =
  | { readonly is: 'ofOrder'; readonly orderNumber: string }
  | { readonly is: 'ofNeighbour'; readonly says: SaidOfOrder }
  | { readonly is: 'ofNone' }

/** A row of which nothing can be told. */
export const UNKNOWN_OWNER: RowOwnership = Object.freeze({ is: 'ofNeighbour', says: {} })
const OF_NONE: RowOwnership = Object.freeze({ is: 'ofNone' })

/** Reads the number of an order. */
export const readOrderNumber = numberReader('Order number', 50)
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}]/gu

/**
 * Tells by a row's order number which order the row may be a line of.
 * - A number that can be read: that order.
 * - One with characters that cannot be printed: the order whose number it is without them, for they are not to be seen.
 * - One that is too long, or no UTF-8: none. Another order's number it cannot be, and its own has no row that is taken.
 * - None at all: the order before the row or the one behind it, unless the row says otherwise of its customer or address
 *   (`says`); but a row that names no SKU either is a total or a heading, and a line of none.
 */
export function lineOf(
  orderNumber: string,
  row: { readonly SKU: string; readonly says: () => SaidOfOrder },
): RowOwnership {
  if (orderNumber.length > LONGEST_LOOKED_AT) return OF_NONE
  const seen = orderNumber.replaceAll(UNPRINTABLE, '').trim()
  if (seen === '') return row.SKU === '' ? OF_NONE : { is: 'ofNeighbour', says: row.says() }
  const read = readOrderNumber(seen)
  return isFault(read) ? OF_NONE : { is: 'ofOrder', orderNumber: read }
}

/** What a row says of its order; nothing where that cannot be read. */
export function saidOfOrder(
  cells: readonly string[],
  textOf: Parameters<HeaderReader>[1],
  readHeader: HeaderReader,
): SaidOfOrder {
  const header = readHeader(cells, textOf)
  if (!isHeader(header)) return {}
  const filled = HEADER_FIELDS.filter((field) => textOf(cells, field) !== '')
  return Object.fromEntries(
    filled.map((field) => {
      const name = field === 'date' ? 'despatchDate' : field === 'orderDate' ? 'orderedAt' : field
      return [name, header[name]]
    }),
  )
}

/** Whether a row that says so may be a line of an order with this customer and address. */
export function mayBeLineOf(order: OrderHeader, says: SaidOfOrder): boolean {
  return otherHeaderField(order, { ...order, ...says }) === undefined
}

/** What two rows both say: where either of them may be a line of an order, a row that says no more than this may. */
export function saidByBoth(one: SaidOfOrder, other: SaidOfOrder): SaidOfOrder {
  return Object.fromEntries(Object.entries(one).filter(([field, text]) => other[field as keyof OrderHeader] === text))
}
