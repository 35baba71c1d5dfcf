import type { BookContents, BookItem } from '@despatch/domain/routing/rule-book/book-items'
import { NO_LIMITS } from '@despatch/domain/routing/rule-book/rule-book'
import type { TestDatabase } from './test-database.ts'

/** Publishes the next version of a client's rule book with these items. Returns the version. */
export async function makeRuleBook(on: TestDatabase, client: string, items: readonly BookItem[]): Promise<number> {
  const [head] = await on.asOwner(
    `insert into rule_book_heads values ($1, 1) on conflict (client_code) do update set version = rule_book_heads.version + 1 returning version`,
    [client],
  )
  const version = Number(head?.['version'])
  await on.asOwner(
    `insert into rule_books (client_code, version, published_at, by_name, summary, changes) values ($1, $2, now(), 'test', 'Made by a test', $3)`,
    [client, version, items.length],
  )
  for (const { kind, key, content, holdsFrom = null } of items) {
    await on.asOwner(
      'update rule_book_items set to_version = $4 where client_code = $1 and kind = $2 and item_key = $3 and to_version is null',
      [client, kind, key, version],
    )
    await on.asOwner(
      'insert into rule_book_items (client_code, kind, item_key, from_version, content, holds_from) values ($1, $2, $3, $4, $5, $6)',
      [client, kind, key, version, JSON.stringify(content), holdsFrom],
    )
  }
  return version
}

/** A carrier that is always active. */
export const carrierItem = (key: string, content: Partial<BookContents['carrier']> = {}): BookItem => ({
  kind: 'carrier',
  key,
  content: { name: key, active: 'Y', activeDates: [], ...content },
})

/** A method that carries everything everywhere, at a cost in ten-thousandths of a pound per consignment. */
export const methodItem = (
  key: string,
  carrier: string,
  cost = 45_000,
  content: Partial<BookContents['method']> = {},
): BookItem => ({
  kind: 'method',
  key,
  content: {
    carrier,
    carrierService: 'Parcel',
    methodDescription: `Method ${key}`,
    contracts: [],
    serviceTypes: ['STANDARD', 'NEXT DAY', 'NAMED DAY'],
    countries: [],
    regions: [],
    transitDays: 1,
    pricing: {
      pricingMethod: 'By Parcel',
      primaryCosting: {
        fromParcel: 1,
        baseCost: cost,
        incrementalCost: 0,
        incrementStart: 0,
        increment: 0,
        costingMatrix: [],
      },
      secondaryCosting: null,
    },
    ...content,
  },
})

/** A carrier's capacity: the same number of parcels on every weekday. */
export const capacityItem = (carrier: string, slot: number): BookItem => ({
  kind: 'capacity',
  key: carrier,
  content: {
    capacities: [{ slots: Array.from({ length: 7 }, () => slot), effectiveFrom: null, effectiveBetween: null }],
  },
})

/** A fixed route of a SKU to a carrier, everywhere and always. */
export const heldItem = (key: string, sku: string, carrier: string): BookItem => ({
  kind: 'fixed-route',
  key,
  content: { by: { sku }, regions: [], carrier, clientMethodID: null, startDate: null, endDate: null },
})

/** Parcel limits of a method. */
export const limitsItem = (key: string, content: Partial<BookContents['parcel-limits']>): BookItem => ({
  kind: 'parcel-limits',
  key,
  content: { ...NO_LIMITS, ...content },
})
