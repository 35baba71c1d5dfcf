import { describe, expect, test } from 'vitest'
import {
  ONLY_FEEDS_REFUSAL,
  missingClientRefusal,
  type RefusedKey,
  feedRefusal,
  otherClientRefusal,
} from './key-refusals.ts'
import { permissionsOfKey } from './key-rules.ts'

const key = (feeds: string[], clients: string[] = ['ACME']): RefusedKey => ({
  name: 'Depot',
  permissions: permissionsOfKey(feeds),
  clients,
})

describe('the refusal names the feed, what the key is for, and what to do', () => {
  test.each([
    [
      ['feeds.ordersFeed'],
      'feeds.deliveryEventsFeed',
      'This is the Delivery Events Feed, and the key Depot is for the Orders Feed. Send the file there, or ask for a key for the Delivery Events Feed: they are made under User Administration > API Keys.',
    ],
    [
      ['feeds.ordersFeed', 'feeds.despatchesFeed', 'feeds.returnsFeed'],
      'feeds.stockFeed',
      'This is the Stock Feed, and the key Depot is for the Orders Feed, Despatches Feed and Returns Feed. Send the file there, or ask for a key for the Stock Feed: they are made under User Administration > API Keys.',
    ],
    [
      ['feeds.stockFeed'],
      'feeds.stockFeed',
      'The Stock Feed is not open to the client ACME. Ask the operator to open it, then send the file again.',
    ],
    [['feeds.stockFeed'], 'claims.createClaim', ONLY_FEEDS_REFUSAL],
  ])('%j at %s', (feeds, asked, words) => expect(feedRefusal(key(feeds), asked, 'ACME')).toBe(words))
})

test.each([
  [['ACME'], 'The key Depot is not for this client: it is for ACME. Name the client in the header client.'],
  [
    ['ACME', 'BIRCH'],
    'The key Depot is not for this client: it is for ACME and BIRCH. Name the client in the header client.',
  ],
  [[], 'The key Depot is for no active client. Ask for another key.'],
])('a key for %j is refused at another client', (clients, words) =>
  expect(otherClientRefusal(key([], clients))).toBe(words),
)

test('a key for several clients must name one; of many, some are listed', () => {
  expect(missingClientRefusal(key([], ['ACME', 'BIRCH']))).toBe(
    'Name the client in the header client: the key Depot is for ACME and BIRCH.',
  )
  const many = Array.from({ length: 50 }, (_, number) => `C${number}`)
  expect(missingClientRefusal(key([], many))).toMatch(/is for C0, C1, .*C9 and others\.$/)
})
