import { limitsTab } from './addresses.ts'
import type { Manifest } from '../../kit/navigation/manifest.ts'

export const parcelLimitsManifest: Manifest = {
  screens: {
    'carrierRoutingControl.carrierParcelLimits': {
      purpose: 'Sets the length, volume, weight and number of parcels that each service takes.',
      tab: 'Parcel Limits',
      component: () => import('./parcel-limits-screen.tsx').then((room) => room.ParcelLimitsScreen),
      record: limitsTab,
    },
  },
}
