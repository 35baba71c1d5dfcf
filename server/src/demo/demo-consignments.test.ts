import { expect, test } from 'vitest'
import { inNumber } from '../testing/in-number.ts'
import { makeCustomers } from './customers.ts'
import { makeConsignments } from './demo-consignments.ts'
import { makeOrders } from './demo-orders.ts'
import { makeAddresses } from './places.ts'
import { retailers } from './retailers.ts'
import { ruleBooksOf } from './rule-books.ts'
import { seededRandom } from './seeded-random.ts'

const regions = ['AB', 'B', 'BT', 'E', 'HS', 'IV', 'KW', 'M', 'SW', 'ZE']

test.each(inNumber(['2026-11-21'], ['2026-11-16', '2026-11-18', '2026-11-20', '2026-11-21', '2026-11-22']))(
  'on %s orders abroad wait because the contract with DHL has expired',
  (day) => {
    const now = new Date(`${day}T10:00:00Z`)
    const random = seededRandom(20_117)
    const made = makeOrders(random, makeCustomers(random, makeAddresses(random), 6000), now)
    const books = new Map(
      retailers.map((retailer) => [
        retailer.code,
        ruleBooksOf(
          retailer,
          regions,
          now,
          made.orders.filter(({ client_code }) => client_code === retailer.code),
        ),
      ]),
    )
    const { consignments } = makeConsignments(made, books, now)
    const open = consignments.filter(({ state, why }) => state === 'exception' && /DHL is not active/.test(why ?? ''))
    const clients = Map.groupBy(open, ({ client_code }) => client_code)
    for (const client of ['ACME', 'BIRCH', 'CEDAR']) {
      const orders = new Set(clients.get(client)?.map(({ order_number }) => order_number))
      expect(orders.size, client).toBeGreaterThan(0)
      expect(orders.size, client).toBeLessThan(6)
    }
    for (const { why } of open) expect(why).toMatch(/^Closest match: DHL .* – DHL is not active on .*, only from/)
    expect(clients.size).toBeGreaterThan(4)
  },
)
