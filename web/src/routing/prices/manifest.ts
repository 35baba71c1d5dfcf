import { methodTabId } from './addresses.ts'
import type { Manifest } from '../../kit/navigation/manifest.ts'

export const pricesManifest: Manifest = {
  screens: {
    'carrierRoutingControl.carrierPrices': {
      purpose: 'Lists what each carrier service costs, by single price or by matrix, and changes it from a day on.',
      component: () => import('./carrier-prices-screen.tsx').then((room) => room.CarrierPricesScreen),
      record: { param: 'method', tabId: methodTabId, title: (id) => id },
      beneath: [
        {
          purpose: 'Shows the versions of a client’s carrier rules and their issues.',
          component: () => import('../rule-book/rule-book-screen.tsx').then((room) => room.RuleBookScreen),
          path: '/carrier-routing-control/rule-book',
          title: 'Carrier Rules',
          shows: ['costs', 'capacities', 'otherMethods'],
        },
      ],
    },
  },
}
