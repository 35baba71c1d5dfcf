import type { Manifest } from '../kit/navigation/manifest.ts'
import { entryOf } from '../kit/navigation/menu-keys.ts'
import { findSkus } from './palette-source.ts'
import { screenAddress } from '../kit/navigation/screen-address.ts'

export const stockManifest: Manifest = {
  screens: {
    'skusAndStock.stockReservation': {
      purpose: 'Reserves stock of a SKU and shows what is left.',
      component: () =>
        import('./reservations/stock-reservation-screen.tsx').then((room) => room.StockReservationScreen),
    },
    'reportsAndEnquiries.skuFileReport': {
      purpose: 'Lists SKUs and their data. Those without a weight or size come first.',
      component: () => import('./sku-file-report/sku-report-screen.tsx').then((room) => room.SkuReportScreen),
    },
  },
  beneath: {
    'reportsAndEnquiries.orderAndReturnsEnquiry': [
      {
        purpose: 'Lists despatched serial numbers by SKU or order.',
        component: () => import('./serials/serials-screen.tsx').then((room) => room.SerialsScreen),
        path: '/reporting-and-enquiries/order-and-returns-enquiry/sku-serial-despatched',
        title: 'SKU Serials Despatched',
      },
      {
        purpose: 'Shows the despatches, deliveries and returns of one serial number.',
        component: () => import('./serials/serial-life-screen.tsx').then((room) => room.SerialLifeScreen),
        path: '/reporting-and-enquiries/order-and-returns-enquiry/serial-life',
        title: 'Serial Number History',
      },
    ],
  },
  palette: [findSkus],
  home: [
    {
      count: 'stock-short',
      rank: 4,
      label: (count) => (count === 1 ? 'SKU short of stock' : 'SKUs short of stock'),
      address: screenAddress<{ readonly only: 'short' }>(entryOf('skusAndStock.stockReservation').path)({
        only: 'short',
      }),
    },
  ],
}
