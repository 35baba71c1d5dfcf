import { formatCount } from '@despatch/domain/money/money'
import { entryOf } from '../../kit/navigation/menu-keys.ts'
import { recordTabs } from '../../kit/navigation/record-tabs.ts'
import type { Manifest } from '../../kit/navigation/manifest.ts'

const EXCEPTIONS = '/reporting-and-enquiries/carrier-delivery-exceptions/exceptions-orders'

export const exceptionsManifest: Manifest = {
  screens: {
    'reportsAndEnquiries.carrierDeliveryExceptions': {
      purpose: 'Shows parcels past their promised day, undelivered or delivered late.',
      tab: 'Delivery Exceptions',
      section: 'Late parcels',
      component: () => import('./exceptions-screen.tsx').then((room) => room.DeliveryExceptionsScreen),
      beneath: [
        {
          purpose: 'Shows the orders in one count of delivery exceptions.',
          component: () => import('./exception-orders-screen.tsx').then((room) => room.ExceptionOrdersScreen),
          path: EXCEPTIONS,
          title: 'Exceptions: Orders',
        },
        {
          purpose: 'Shows one late parcel and its events.',
          component: () => import('./exception-parcel-screen.tsx').then((room) => room.ExceptionParcelScreen),
          path: `${EXCEPTIONS}/summary-for-parcel`,
          title: 'Exceptions: Parcel Summary',
          record: recordTabs('trackingNumber', 'Parcel'),
        },
      ],
    },
  },
  home: [
    {
      count: 'parcels-late',
      rank: 5,
      isLate: true,
      label: (count) => (count === 1 ? 'parcel late' : 'parcels late'),
      urgent: (urgent) => `${formatCount(urgent)} since yesterday`,
      address: entryOf('reportsAndEnquiries.carrierDeliveryExceptions').path,
    },
  ],
}
