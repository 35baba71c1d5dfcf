import type { Webhook, WebhookDelivery } from '@despatch/contract/feeds/webhooks/webhooks'
import { expect, test } from 'vitest'
import { answerLabel, deliveryState, eventTitle, nextAttemptTime, webhookNotice, webhookState } from './webhook-text.ts'

const hook = (changes: Partial<Webhook>) =>
  ({ active: true, offReason: '', failingSince: null, waiting: 0, ...changes }) as Webhook
const since = new Date(Date.now() - 60_000).toISOString()

test.each([
  [{}, 'On', undefined],
  [{ active: false }, 'Off', 'nothing new'],
  [{ active: false, waiting: 2 }, 'Off', '2 deliveries wait until it is on.'],
  [{ active: false, offReason: 'Its receiver answered 410' }, 'Off', 'Its receiver answered 410. Switch it on'],
  [{ failingSince: since, waiting: 1 }, 'Failing', '1 delivery waits'],
  [{ failingSince: since, waiting: 1200 }, 'Failing', '1,200 deliveries wait'],
])('a webhook %o is %s', (changes, word, notice) => {
  expect(webhookState(hook(changes)).word).toBe(word)
  if (notice) expect(webhookNotice(hook(changes))).toContain(notice)
  else expect(webhookNotice(hook(changes))).toBeUndefined()
})

test.each([
  ['waiting', 0, 'Pending'],
  ['waiting', 2, 'Retrying'],
  ['delivered', 1, 'Delivered'],
  ['failed', 9, 'Failed'],
] as const)('a delivery that is %s after %i attempts: %s', (status, attempts, word) => {
  expect(deliveryState({ status, attempts }).word).toBe(word)
})

test.each([
  [{ attempts: 0 }, ''],
  [{ answerStatus: 200, answer: '' }, '200'],
  [{ answerStatus: 500, answer: 'Oh no\nat line 1' }, '500: Oh no'],
  [{ answerStatus: null, answer: 'Nobody answers there' }, 'Nobody answers there'],
  [{ answerStatus: 500, answer: 'x'.repeat(201) }, `500: ${'x'.repeat(200)}…`],
])('%o is answered %s', (changes, words) => {
  expect(answerLabel({ attempts: 1, answerStatus: null, answer: '', ...changes } as WebhookDelivery)).toBe(words)
})

test.each([
  [0, null],
  [1, '2026-01-05T10:00:00Z'],
])('a delivery with %i attempts is retried at %s', (attempts, next) => {
  expect(nextAttemptTime({ attempts, nextAttemptAt: '2026-01-05T10:00:00Z' } as WebhookDelivery)).toBe(next)
})

test('events have readable titles', () => {
  expect(['order.created', 'parcel.delivered', 'webhook.test', 'no.such'].map(eventTitle)).toEqual([
    'Order created',
    'Parcel: delivered',
    'Test',
    'no.such',
  ])
})
