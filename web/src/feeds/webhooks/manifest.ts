import { entryOf } from '../../kit/navigation/menu-keys.ts'
import { recordTabs } from '../../kit/navigation/record-tabs.ts'
import type { Manifest } from '../../kit/navigation/manifest.ts'

export const webhooksManifest: Manifest = {
  screens: {
    'feeds.webhooks': {
      purpose: 'Notifies other systems of order and delivery events.',
      component: () => import('./webhooks-screen.tsx').then((room) => room.WebhooksScreen),
      record: recordTabs('webhook', 'Webhook'),
    },
  },
  home: [
    {
      count: 'webhooks-failing',
      rank: 6,
      isLate: true,
      label: (count) => (count === 1 ? 'webhook is not delivered' : 'webhooks are not delivered'),
      address: entryOf('feeds.webhooks').path,
    },
  ],
}
