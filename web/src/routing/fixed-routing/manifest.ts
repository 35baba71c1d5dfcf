import type { Manifest } from '../../kit/navigation/manifest.ts'

export const fixedRoutingManifest: Manifest = {
  screens: {
    'carrierRoutingControl.productFixedRoutingBySku': {
      purpose: 'Always sends SKUs and categories with a carrier or a service.',
      tab: 'Fixed Routing by SKU',
      component: () => import('./fixed-routing-screen.tsx').then((room) => room.FixedRoutingScreen),
    },
    'carrierRoutingControl.productFixedRoutingByRegion': {
      purpose: 'Always sends SKUs with a carrier or a service for deliveries to some regions.',
      tab: 'Fixed Routing by Region',
      component: () => import('./fixed-routing-by-region-screen.tsx').then((room) => room.FixedRoutingByRegionScreen),
    },
  },
}
