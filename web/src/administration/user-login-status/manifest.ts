import type { Manifest } from '../../kit/navigation/manifest.ts'

export const userLoginStatusManifest: Manifest = {
  screens: {
    'setUpAndControl.userAdministration.multipleUsers.userLoginStatus': {
      purpose: 'Users signed in now, and since when.',
      component: () => import('./login-status-screen.tsx').then((room) => room.LoginStatusScreen),
    },
  },
}
