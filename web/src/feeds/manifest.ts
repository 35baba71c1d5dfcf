import type { Manifest } from '../kit/navigation/manifest.ts'

export const feedsManifest: Manifest = {
  screens: {
    'feeds.ordersFeed': {
      purpose: 'Imports a file of orders and reports the result for every row.',
      component: () => import('./feed-screen.tsx').then((room) => room.OrdersFeedScreen),
    },
    'feeds.despatchesFeed': {
      purpose: 'Imports a file of despatched parcels.',
      component: () => import('./feed-screen.tsx').then((room) => room.DespatchesFeedScreen),
    },
    'feeds.deliveryEventsFeed': {
      purpose: 'Imports a file of carriers’ delivery events.',
      component: () => import('./feed-screen.tsx').then((room) => room.DeliveryEventsFeedScreen),
    },
    'feeds.returnsFeed': {
      purpose: 'Imports a file of returns.',
      component: () => import('./feed-screen.tsx').then((room) => room.ReturnsFeedScreen),
    },
    'feeds.stockFeed': {
      purpose: 'Imports a file of stock counts.',
      component: () => import('./feed-screen.tsx').then((room) => room.StockFeedScreen),
    },
    'feeds.skuDataFeed': {
      purpose: 'Imports a file of SKU titles, weights and sizes.',
      component: () => import('./feed-screen.tsx').then((room) => room.SkuDataFeedScreen),
    },
  },
}
