import { recordTabs } from '../../kit/navigation/record-tabs.ts'
import type { Manifest } from '../../kit/navigation/manifest.ts'

const EXCEPTIONS = '/reporting-and-enquiries/carrier-delivery-exceptions/exceptions-orders'

export const exceptionsManifest: Manifest = {
  screens: {
    'reportsAndEnquiries.carrierDeliveryExceptions': {
      area: 'enquiries',
      purpose: 'Shows parcels past their promised day, undelivered or delivered late.',
      component: () => import('./exceptions-screen.tsx').then((room) => room.DeliveryExceptionsScreen),
      beneath: [
        {
          area: 'enquiries',
          purpose: 'The orders behind one count of delivery exceptions.',
          component: () => import('./exception-orders-screen.tsx').then((room) => room.ExceptionOrdersScreen),
          path: EXCEPTIONS,
          title: 'Exceptions: Orders',
        },
        {
          area: 'enquiries',
          purpose: 'One late parcel, with its events.',
          component: () => import('./exception-parcel-screen.tsx').then((room) => room.ExceptionParcelScreen),
          path: `${EXCEPTIONS}/summary-for-parcel`,
          title: 'Exceptions: Parcel Summary',
          record: recordTabs('trackingNumber', 'Parcel'),
        },
      ],
    },
  },
}
