import type { Manifest } from '../../kit/navigation/manifest.ts'

export const eventCodesManifest: Manifest = {
  screens: {
    'feeds.carrierEventCodes': {
      area: 'feeds',
      purpose: 'Sets what each carrier’s event codes mean, and lists unknown ones.',
      component: () => import('./event-codes-screen.tsx').then((room) => room.EventCodesScreen),
    },
  },
}
