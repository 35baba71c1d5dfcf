import { entryOf } from '../../kit/navigation/menu-keys.ts'
import { capacityTab } from './addresses.ts'
import type { Manifest } from '../../kit/navigation/manifest.ts'

export const capacityManifest: Manifest = {
  screens: {
    'carrierRoutingControl.carrierCapacitySetUp': {
      purpose: 'Sets how many parcels a carrier takes on each day of the week.',
      tab: 'Carrier Capacity',
      section: 'Capacity',
      component: () => import('./capacity-screen.tsx').then((room) => room.CapacityScreen),
      record: capacityTab,
    },
  },
  home: [
    {
      count: 'capacity',
      rank: 4,
      label: (count) =>
        count === 1
          ? 'carrier runs out of capacity today or tomorrow'
          : 'carriers run out of capacity today or tomorrow',
      address: entryOf('carrierRoutingControl.carrierCapacitySetUp').path,
    },
  ],
}
