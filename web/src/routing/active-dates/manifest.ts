import { activeDatesTab } from './addresses.ts'
import type { Manifest } from '../../kit/navigation/manifest.ts'

export const activeDatesManifest: Manifest = {
  screens: {
    'carrierRoutingControl.carrierActiveDates': {
      purpose: 'Sets from when to when each carrier may be used for a client.',
      tab: 'Active Dates',
      component: () => import('./active-dates-screen.tsx').then((room) => room.ActiveDatesScreen),
      record: activeDatesTab,
    },
  },
}
