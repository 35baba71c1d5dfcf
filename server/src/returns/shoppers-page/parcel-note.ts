import { dayOf, formatDay } from '@despatch/domain/calendar/day'
import { isolate, type PrintedForm } from '../../pdf/printed-form.ts'
import type { ReadReturn } from '../portal/read-return.ts'
import type { Shop } from './page-context.ts'

/**
 * The note to put into the parcel: the barcode for the warehouse, and the expected contents. It has no personal address
 * or email.
 */
export function parcelNote(of: ReadReturn, { name, settings }: Shop): PrintedForm {
  const address = of.parcels
    .flatMap(({ option }) => (option?.gives.kind === 'address' ? [option.gives.address] : []))
    .concat(settings.returnsAddress === '' ? [] : [settings.returnsAddress])
  return {
    title: `Return ${of.reference}`,
    barcode: of.reference,
    facts: [
      { name: 'Shop', text: name },
      { name: 'Order', text: of.orderNumber },
      { name: 'Announced', text: formatDay(dayOf(of.announcedAt)) },
      ...(address[0] === undefined ? [] : [{ name: 'Send to', text: address[0] }]),
    ],
    tables: [
      {
        heading: 'In this parcel',
        columns: [
          { title: 'Item', width: 5 },
          { title: 'SKU', width: 3 },
          { title: 'Quantity', width: 1, align: 'right' },
          { title: 'Reason', width: 2 },
        ],
        rows: of.lines
          .filter(({ answer }) => answer !== 'refused')
          .map(({ description, sku, quantity, reason }) => [description || sku, sku, String(quantity), reason]),
      },
    ],
    notes: ['Put this note inside the parcel.'],
    footer: `${isolate(name)}, return ${of.reference}`,
  }
}
