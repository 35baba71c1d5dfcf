import type { Manifest } from '../../kit/navigation/manifest.ts'

export const apiKeysManifest: Manifest = {
  screens: {
    'setUpAndControl.userAdministration.apiKeys': {
      purpose: 'Makes and revokes the keys with which other systems feed the portal.',
      component: () => import('./api-keys-screen.tsx').then((room) => room.ApiKeysScreen),
    },
  },
}
