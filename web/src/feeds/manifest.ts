import type { Manifest } from '../kit/navigation/manifest.ts'

export const feedsManifest: Manifest = {
  screens: {
    'feeds.ordersFeed': {
      area: 'feeds',
      purpose: 'Takes in a file of orders, and says what became of every row.',
      component: () => import('./feed-screen.tsx').then((room) => room.OrdersFeedScreen),
    },
    'feeds.despatchesFeed': {
      area: 'feeds',
      purpose: 'Takes in a file of what was despatched, parcel by parcel.',
      component: () => import('./feed-screen.tsx').then((room) => room.DespatchesFeedScreen),
    },
    'feeds.deliveryEventsFeed': {
      area: 'feeds',
      purpose: 'Takes in a file of carriers’ delivery events.',
      component: () => import('./feed-screen.tsx').then((room) => room.DeliveryEventsFeedScreen),
    },
    'feeds.returnsFeed': {
      area: 'feeds',
      purpose: 'Takes in a file of what came back.',
      component: () => import('./feed-screen.tsx').then((room) => room.ReturnsFeedScreen),
    },
    'feeds.stockFeed': {
      area: 'feeds',
      purpose: 'Takes in a file of stock counts.',
      component: () => import('./feed-screen.tsx').then((room) => room.StockFeedScreen),
    },
  },
}
