import { isFault } from '../fault.ts'
import { HEADER_FIELDS } from './order-fields.ts'
import { type HeaderReader, isHeader, type OrderHeader, findDifferentHeaderField } from './order-header.ts'
import { MAX_CELL_LENGTH, numberReader } from './read-cell.ts'

/** The header fields that a row fills. */
export type PartialHeader = Readonly<Partial<OrderHeader>>

/**
 * The orders that a refused row may belong to: the one with its number, its neighbours unless they contradict it, or
 * none.
 *
 * domain.md: 'every refused row comes back'. An order is saved whole or not at all, because a customer must not get a
 * part of it. So each order that a refused row may belong to is refused too, and no other: the sender wants the rest of
 * the file saved.
 */
export type RowOwnership =
  | { readonly is: 'ofOrder'; readonly orderNumber: string }
  | { readonly is: 'ofNeighbour'; readonly partialHeader: PartialHeader }
  | { readonly is: 'ofNone' }

/** A row whose order cannot be determined. */
export const UNKNOWN_OWNER: RowOwnership = Object.freeze({ is: 'ofNeighbour', partialHeader: {} })
const OF_NONE: RowOwnership = Object.freeze({ is: 'ofNone' })

export const readOrderNumber = numberReader('Order number', 50)
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}]/gu

/**
 * Determines the orders that a row may belong to from its order number:
 * - Readable: that order.
 * - With unprintable characters: the order with the same number without them, because users cannot see them.
 * - Too long or no UTF-8: none. It cannot be the number of another order, and its own order has no valid row.
 * - Empty: the order before or after the row, unless the row contradicts its customer or address. A row without a SKU
 *   too is a total or a heading and belongs to none.
 */
export function findRowOwnership(
  orderNumber: string,
  row: { readonly SKU: string; readonly partialHeader: () => PartialHeader },
): RowOwnership {
  if (orderNumber.length > MAX_CELL_LENGTH) return OF_NONE
  const printable = orderNumber.replaceAll(UNPRINTABLE, '').trim()
  if (printable === '') return row.SKU === '' ? OF_NONE : { is: 'ofNeighbour', partialHeader: row.partialHeader() }
  const read = readOrderNumber(printable)
  return isFault(read) ? OF_NONE : { is: 'ofOrder', orderNumber: read }
}

/** Reads the header fields that a row fills; none if they are invalid. */
export function readPartialHeader(
  cells: readonly string[],
  textOf: Parameters<HeaderReader>[1],
  readHeader: HeaderReader,
): PartialHeader {
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

/** Whether a row with these fields may belong to an order. */
export function mayBeLineOf(order: OrderHeader, partialHeader: PartialHeader): boolean {
  return findDifferentHeaderField(order, { ...order, ...partialHeader }) === undefined
}

/** The fields on which two rows agree. If either row may belong to an order, so may a row with only these fields. */
export function commonFields(one: PartialHeader, other: PartialHeader): PartialHeader {
  return Object.fromEntries(Object.entries(one).filter(([field, text]) => other[field as keyof OrderHeader] === text))
}
