import type { Input } from './calls.ts'
import type { Sample } from './specification-invoice-samples.ts'
import type { Shop, World } from './world.ts'

const CONDITIONS = {
  days: { since: 'delivery', from: 0, to: 30 },
  ordered: { from: '2026-01-01', to: null },
  skus: [],
  categories: ['Kitchen'],
  countries: ['GB'],
  regions: ['NN'],
  lineValue: { from: '1.00', to: null },
  orderValue: null,
  reasons: ['MIND'],
  quantity: { from: 1, to: 2 },
  earlierReturns: { days: 30, from: 0, to: 5 },
  serialNumbered: false,
  deliveryException: true,
  customer: 'consumer',
}

/** Samples of Returns Portal Control. */
export const returnsSamples: Record<string, (world: World, shop: Shop) => Input> = {
  'returns.items': () => ({ query: { kind: 'reason', draft: 'true' } }),
  'returns.add': (_world, { SKU }) => ({
    query: { draft: 'true' },
    body: {
      kind: 'rule',
      name: 'A month',
      active: true,
      conditions: { ...CONDITIONS, skus: [SKU] },
      outcomes: {
        answer: { answer: 'allowed', text: 'Gladly', exemption: null },
        until: { since: 'delivery', days: 30, day: null },
        fee: '0',
        resolutions: ['refund'],
        options: ['option-1'],
        keep: false,
      },
    },
  }),
  'returns.update': (_world, { returns }) => ({
    query: { draft: 'true' },
    body: { _id: returns.amended, kind: 'option', name: 'A locker', version: 1, price: '1.50' },
  }),
  'returns.remove': (_world, { returns }) => ({
    query: { id: returns.removed, draft: 'true', version: '1', draftAt: '' },
  }),
  'returns.reorder': () => ({ query: { draft: 'true' }, body: { rules: [], version: 1 } }),
  'returns.settings': () => ({ query: { draft: 'true' }, body: { law: 'EU', version: 1 } }),
  'returns.book': () => ({}),
  'returns.check': () => ({ query: { draft: 'true' } }),
  'returns.publish': () => ({ body: { overrideReason: 'counsel agrees' } }),
  'returns.discard': () => ({}),
  'returns.versions': () => ({ query: { page: '1', limit: '50' } }),
  'returns.version': () => ({ params: { version: '1' }, query: { page: '1', limit: '50' } }),
  'returns.bringBack': () => ({ params: { version: '1' }, body: { version: 1, overrideReason: 'counsel agrees' } }),
  'returns.reasonUse': () => ({}),
  'returns.decide': (_world, { orderNumber, returns }) => ({
    query: { draft: 'false' },
    body: {
      orderNumber,
      lines: [{ lineNumber: 1, quantity: 1, reason: returns.reason }],
      reason: returns.reason,
      oneParcel: false,
    },
  }),
  'returns.try': () => ({ body: { weeks: 4, over: 'orders', reason: 'MIND' } }),
  'returns.tried': (_world, { returns }) => ({ params: { id: returns.tried } }),
  'returns.cancelTry': (_world, { returns }) => ({ params: { id: returns.tried } }),
  'return-labels.list': () => ({}),
  'return-labels.add': () => ({
    body: { pool: 'Post', labels: [{ number: 'L-2', link: 'https://labels.example.com/2' }] },
  }),
  'return-labels.remove': () => ({ query: { pool: 'Post' } }),
  'shoppers-page.read': () => ({}),
  'shoppers-page.save': () => ({
    body: {
      isOn: true,
      title: 'The shop',
      accent: '#1f4e79',
      returnsAddress: 'Unit 4, Northampton, NN4 7PA',
      contactMail: 'returns@example.com',
      photoDays: 90,
      shopperDataDays: 365,
      version: 0,
    },
  }),
  'shoppers-page.photos': () => ({ query: { returnReference: 'R-1' } }),
  'shoppers-page.photo': (_world, { returns }) => ({ params: { photoId: returns.photo } }),
}

/** What a caller sends about return items who knows only the specification. */
export const RETURN_ITEM_SAMPLES: readonly (readonly [call: string, sample: Sample])[] = [
  ['GET /api/returnItems', {}],
  ['POST /api/returnItems', { body: { code: 'TOO_LATE', title: 'Came too late' } }],
  ['PUT /api/returnItems', (_, { returns }) => ({ body: { _id: returns.amended, name: 'A locker' } })],
  ['DELETE /api/returnItems', (_, { returns }) => ({ query: { ids: returns.removed } })],
]
