import type { Manifest } from '../../kit/navigation/manifest.ts'

export const menuOptionsManifest: Manifest = {
  screens: {
    'setUpAndControl.clientAdministration.clientMenuOptions': {
      purpose: 'Menu entries in a client’s contract.',
      component: () => import('./menu-options-screen.tsx').then((room) => room.MenuOptionsScreen),
    },
  },
}
