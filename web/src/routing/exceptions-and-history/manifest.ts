import { formatCount } from '@despatch/domain/money/money'
import { entryOf } from '../../kit/navigation/menu-keys.ts'
import type { Manifest } from '../../kit/navigation/manifest.ts'

export const exceptionsAndHistoryManifest: Manifest = {
  screens: {
    'reportsAndEnquiries.carrierRoutingExceptions': {
      purpose: 'Shows consignments without a carrier, and why.',
      tab: 'Routing Exceptions',
      component: () => import('./carrier-history-screen.tsx').then((room) => room.CarrierExceptionsScreen),
    },
    'reportsAndEnquiries.carrierHistory': {
      purpose: 'Shows past routing exceptions of a range of days, by order.',
      component: () => import('./carrier-history-screen.tsx').then((room) => room.CarrierHistoryScreen),
    },
  },
  home: [
    {
      count: 'routing-exceptions',
      // For users without a list of orders.
      unless: 'orders-without-carrier',
      rank: 2,
      label: (count) => (count === 1 ? 'consignment without a carrier' : 'consignments without a carrier'),
      urgent: (urgent) => `${formatCount(urgent)} due today or earlier`,
      address: entryOf('reportsAndEnquiries.carrierRoutingExceptions').path,
    },
  ],
}
