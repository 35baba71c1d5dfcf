import { recordTabs } from '../../kit/navigation/record-tabs.ts'
import type { Manifest } from '../../kit/navigation/manifest.ts'

export const webhooksManifest: Manifest = {
  screens: {
    'feeds.webhooks': {
      area: 'feeds',
      purpose: 'Notifies other systems of orders and deliveries as they happen, and lists what was sent.',
      component: () => import('./webhooks-screen.tsx').then((room) => room.WebhooksScreen),
      record: recordTabs('webhook', 'Webhook'),
    },
  },
}
