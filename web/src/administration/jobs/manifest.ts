import type { Manifest } from '../../kit/navigation/manifest.ts'

export const jobsManifest: Manifest = {
  screens: {
    'setUpAndControl.jobs': {
      purpose: 'Scheduled jobs, their last runs and failures.',
      isOperatorOnly: true,
      component: () => import('./jobs-screen.tsx').then((room) => room.JobsScreen),
    },
  },
}
