import type { Manifest } from '../../../kit/navigation/manifest.ts'

export const activateManifest: Manifest = {
  screens: {
    'setUpAndControl.userAdministration.activateUsers': {
      purpose: 'Lets users in whose accounts are not active yet, or no longer.',
      component: () => import('./activate-users-screen.tsx').then((room) => room.ActivateUsersScreen),
    },
  },
}
