import type { Manifest } from '../../kit/navigation/manifest.ts'

export const multiBoxManifest: Manifest = {
  screens: {
    'carrierRoutingControl.multiBoxProductsRouting': {
      purpose: 'Sets which products ship all their boxes with one carrier.',
      tab: 'Multi Box Routing',
      component: () => import('./multi-box-screen.tsx').then((room) => room.MultiBoxScreen),
    },
  },
}
