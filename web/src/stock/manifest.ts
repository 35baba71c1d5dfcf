import { toCome } from '../kit/navigation/screen-row.ts'
import type { Manifest } from '../kit/navigation/manifest.ts'

export const stockManifest: Manifest = {
  screens: {
    'skusAndStock.stockReservation': toCome('stock', 'Reserves stock of a SKU, and shows what is left.'),
    'reportsAndEnquiries.skuFileReport': toCome('stock', 'Lists SKUs with what is known of them, to see or to print.'),
  },
  beneath: {
    'reportsAndEnquiries.orderAndReturnsEnquiry': [
      {
        area: 'enquiries',
        purpose: 'The serial numbers that were despatched, by SKU or by order.',
        component: () => import('./serials-screen.tsx').then((room) => room.SerialsScreen),
        path: '/reporting-and-enquiries/order-and-returns-enquiry/sku-serial-despatched',
        title: 'SKU Serials Despatched',
      },
    ],
  },
}
