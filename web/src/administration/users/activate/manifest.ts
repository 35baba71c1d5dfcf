import type { Manifest } from '../../../kit/navigation/manifest.ts'

export const activateManifest: Manifest = {
  screens: {
    'setUpAndControl.userAdministration.activateUsers': {
      purpose: 'Activate users who can’t sign in yet.',
      component: () => import('./activate-users-screen.tsx').then((room) => room.ActivateUsersScreen),
    },
  },
}
