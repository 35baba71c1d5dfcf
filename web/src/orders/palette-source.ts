import type { PaletteSource } from '../kit/navigation/palette-source.ts'
import { hasRight } from '../kit/session/rights.ts'
import { session } from '../kit/session/session-store.ts'
import { copyAddress } from './addresses.ts'

/** The order number in 'duplicate order 1001' or 'copy 1001'. */
const named = (text: string) =>
  /^(?:duplicate|copy|repeat)\s+(?:order\s+)?(?<reference>\S.{0,49})$/i.exec(text.trim())?.groups?.['reference']

export const duplicateOrder: PaletteSource = {
  matches: 'as-given',
  actions(text) {
    const orderNumber = named(text)
    if (!orderNumber || !/\d/.test(orderNumber)) return []
    if (!hasRight(session.store.get(), 'orderManagement.createNewOrder', 'Edit')) return []
    return [
      {
        id: 'duplicate-order',
        group: 'Orders',
        label: `Duplicate order ${orderNumber}`,
        description: 'Opens Create New Order filled in, with a new number',
        to: copyAddress({ orderNumber, clientCode: '' }),
      },
    ]
  },
}
