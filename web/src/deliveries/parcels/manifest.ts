import type { Manifest } from '../../kit/navigation/manifest.ts'

export const parcelsManifest: Manifest = {
  screens: {
    'reportsAndEnquiries.parcelDeliveryStatus': {
      purpose: 'Shows where parcels are, by reference.',
      component: () => import('./parcel-status-screen.tsx').then((room) => room.ParcelStatusScreen),
    },
  },
}
