import type { Manifest } from '../../kit/navigation/manifest.ts'

export const carrierHistoryManifest: Manifest = {
  screens: {
    'reportsAndEnquiries.carrierRoutingExceptions': {
      area: 'enquiries',
      purpose: 'Shows consignments that no carrier service may carry, and why.',
      component: () => import('./carrier-history-screen.tsx').then((room) => room.CarrierExceptionsScreen),
    },
    'reportsAndEnquiries.carrierHistory': {
      area: 'enquiries',
      purpose: 'Shows past routing exceptions of a range of days, by order.',
      component: () => import('./carrier-history-screen.tsx').then((room) => room.CarrierHistoryScreen),
    },
  },
}
