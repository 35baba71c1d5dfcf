import type { Manifest } from '../../kit/navigation/manifest.ts'

export const jobsManifest: Manifest = {
  screens: {
    'setUpAndControl.jobs': {
      purpose: 'Shows the portal’s scheduled jobs and how they went, and runs one now.',
      isOperatorOnly: true,
      component: () => import('./jobs-screen.tsx').then((room) => room.JobsScreen),
    },
  },
}
