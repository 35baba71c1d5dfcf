import type { Manifest } from '../../kit/navigation/manifest.ts'

export const activityManifest: Manifest = {
  screens: {
    'setUpAndControl.userAdministration.userActivityOverview': {
      purpose: 'Who did what, for which client, and when.',
      tab: 'User Activity',
      component: () => import('./activity-screen.tsx').then((room) => room.ActivityScreen),
    },
  },
}
