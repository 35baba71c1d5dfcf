import { randomUUID } from 'node:crypto'
import { contract } from '@despatch/contract/contract'
import { addDays, dayOf } from '@despatch/domain/calendar/day'
import { expect, test } from 'vitest'
import { makeSession, makeSku } from '../../testing/factories.ts'
import { orderBody } from '../../testing/order-body.ts'
import { capacityItem, carrierItem, makeRuleBook, methodItem } from '../../testing/rule-books.ts'
import { openTestPortal } from '../../testing/test-portal.ts'

const { preview, stop, undo } = contract['carrier-stops']
test('measure', { timeout: 600_000 }, async () => {
  const portal = await openTestPortal()
  const staff = { ...(await makeSession(portal.testDatabase, { type: 'Internal Administrator' })), client: 'All_client' }
  const N = Number(process.env['N'] ?? 10000)
  const shops = []
  for (let c = 0; c < 3; c++) {
    const session = await makeSession(portal.testDatabase)
    const skus: string[] = []
    for (let i = 0; i < 20; i++) {
      const sku = await makeSku(portal.testDatabase, { client: session.client })
      await portal.testDatabase.asOwner('update skus set weight = $2 where sku_code = $1 and client_code = $3', [sku, 200 + i * 300, session.client])
      skus.push(sku)
    }
    const bands = (base: number) => ({ pricing: { pricingMethod: 'By Weight Matrix' as const, primaryCosting: { fromParcel: 1, baseCost: 0, incrementalCost: 0, incrementStart: 0, increment: 0, costingMatrix: [1,2,5,10,30].map((kg, k) => ({ upTo: kg * 1000, cost: base + k * 7000 })) }, secondaryCosting: null } })
    void bands
    await makeRuleBook(portal.testDatabase, session.client, [
      ...['A', 'B', 'C', 'D', 'E'].map((k) => carrierItem(k, { name: `Carrier ${k}` })),
      ...['A', 'B', 'C', 'D', 'E'].flatMap((k, i) => [
        methodItem(`${k}1`, k, 30_000 + i * 3_000, { serviceTypes: ['STANDARD'] }),
        methodItem(`${k}2`, k, 50_000 + i * 2_000, { serviceTypes: ['STANDARD', 'NEXT DAY'] }),
      ]),
      ...(process.env['BIND'] ? [capacityItem('B', Math.round(N / 12)), capacityItem('C', Math.round(N / 15)), capacityItem('D', Math.round(N / 15)), capacityItem('E', Math.round(N / 20))] : []),
    ])
    shops.push({ session, skus })
  }
  let next = 0
  const t0 = performance.now()
  await Promise.all(
    Array.from({ length: 12 }, async () => {
      for (;;) {
        const i = next++
        if (i >= N) return
        const { session, skus } = shops[i % 3]!
        const sku = skus[(i * 7) % 20]!
        const answer = await portal.call(contract.orders.create, { body: orderBody({ SKU: sku, orderNo: `O${i}`, dispatchService: i % 4 === 0 ? 'NEXT DAY' : 'STANDARD', items: [{ SKU: sku, quantity: 1 + (i % 3) }] }) }, session)
        if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
      }
    }),
  )
  console.log('created', Math.round(performance.now() - t0), 'ms')
  const TODAY = dayOf(new Date())
  for (const days of [0]) {
    void addDays(TODAY, days)
    const t1 = performance.now()
    const looked = await portal.call(preview, { body: { carrier: 'A', stop: { from: TODAY } } }, staff)
    console.log('preview', Math.round(performance.now() - t1), 'ms', JSON.stringify(looked.body.clients), looked.body.takers.length, looked.body.left, looked.body.isExact)
    const stopId = randomUUID()
    const t2 = performance.now()
    const done = await portal.call(stop, { body: { stopId, carrier: 'A', from: TODAY } }, staff)
    console.log('stop', Math.round(performance.now() - t2), 'ms', done.body.message)
    const t3 = performance.now()
    const undone = await portal.call(undo, { params: { stopId } }, staff)
    console.log('undo', Math.round(performance.now() - t3), 'ms', undone.body.message)
  }
  expect(1).toBe(1)
  await portal.close()
})
