import { capacityTab } from './addresses.ts'
import type { Manifest } from '../../kit/navigation/manifest.ts'

export const capacityManifest: Manifest = {
  screens: {
    'carrierRoutingControl.carrierCapacitySetUp': {
      area: 'carriers',
      purpose: 'Sets how many parcels a carrier takes on each day of the week.',
      component: () => import('./capacity-screen.tsx').then((room) => room.CapacityScreen),
      record: capacityTab,
    },
  },
}
