import { activeDatesTab } from './addresses.ts'
import type { Manifest } from '../../kit/navigation/manifest.ts'

export const carriersManifest: Manifest = {
  screens: {
    'carrierRoutingControl.carrierActiveDates': {
      purpose: 'Sets from when to when each carrier may be used for a client.',
      tab: 'Active Dates',
      component: () => import('./carriers-screen.tsx').then((room) => room.CarriersScreen),
      record: activeDatesTab,
    },
  },
}
