import type { Manifest } from '../kit/navigation/manifest.ts'

export const feedsManifest: Manifest = {
  screens: {
    'feeds.ordersFeed': {
      area: 'feeds',
      purpose: 'Imports a file of orders and reports the result for every row.',
      component: () => import('./feed-screen.tsx').then((room) => room.OrdersFeedScreen),
    },
    'feeds.despatchesFeed': {
      area: 'feeds',
      purpose: 'Imports a file of despatched parcels.',
      component: () => import('./feed-screen.tsx').then((room) => room.DespatchesFeedScreen),
    },
    'feeds.deliveryEventsFeed': {
      area: 'feeds',
      purpose: 'Imports a file of carriers’ delivery events.',
      component: () => import('./feed-screen.tsx').then((room) => room.DeliveryEventsFeedScreen),
    },
    'feeds.returnsFeed': {
      area: 'feeds',
      purpose: 'Imports a file of returns.',
      component: () => import('./feed-screen.tsx').then((room) => room.ReturnsFeedScreen),
    },
    'feeds.stockFeed': {
      area: 'feeds',
      purpose: 'Imports a file of stock counts.',
      component: () => import('./feed-screen.tsx').then((room) => room.StockFeedScreen),
    },
  },
}
