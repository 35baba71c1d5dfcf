import type { Manifest } from '../../kit/navigation/manifest.ts'

export const fixedRoutingManifest: Manifest = {
  screens: {
    'carrierRoutingControl.productFixedRoutingBySku': {
      area: 'routing',
      purpose: 'Holds SKUs and categories to a carrier or a service.',
      component: () => import('./fixed-routing-screen.tsx').then((room) => room.FixedRoutingScreen),
    },
    'carrierRoutingControl.productFixedRoutingByRegion': {
      area: 'routing',
      purpose: 'Holds SKUs to a carrier or a service for deliveries to some regions.',
      component: () => import('./fixed-routing-by-region-screen.tsx').then((room) => room.FixedRoutingByRegionScreen),
    },
  },
}
