import type { Manifest } from '../../kit/navigation/manifest.ts'

export const menuOptionsManifest: Manifest = {
  screens: {
    'setUpAndControl.clientAdministration.clientMenuOptions': {
      purpose: 'Sets which menu entries a client’s contract covers.',
      component: () => import('./menu-options-screen.tsx').then((room) => room.MenuOptionsScreen),
    },
  },
}
