import type { Manifest } from '../../kit/navigation/manifest.ts'

export const eventCodesManifest: Manifest = {
  screens: {
    'feeds.carrierEventCodes': {
      area: 'feeds',
      purpose: 'Says what each carrier’s event codes mean, and which nobody knows yet.',
      component: () => import('./event-codes-screen.tsx').then((room) => room.EventCodesScreen),
    },
  },
}
