import type { Manifest } from '../../kit/navigation/manifest.ts'

export const apiKeysManifest: Manifest = {
  screens: {
    'setUpAndControl.userAdministration.apiKeys': {
      purpose: 'Create and revoke keys for systems that send data.',
      component: () => import('./api-keys-screen.tsx').then((room) => room.ApiKeysScreen),
    },
  },
}
