import { contract } from '@despatch/contract/contract'
import { expect, test } from 'vitest'
import { commandedOrders } from '../../testing/commanded-orders.ts'
import { csv } from '../../testing/feed-portal.ts'
import { orderBody } from '../../testing/order-body.ts'
import { carrierItem, makeRuleBook, methodItem } from '../../testing/rule-books.ts'
import { returnsDesk } from '../../testing/returns/returns-desk.ts'
import { waitUntilBlocked } from '../../testing/wait-until-blocked.ts'

const { announced, marked, on, order, read, refunded, settle } = returnsDesk()

/** A replacement order that waits for a return. */
async function replacement(orderNo: string, pieces: number) {
  const { me, portal } = on()
  await makeRuleBook(portal.testDatabase, me.client, [carrierItem('DPD'), methodItem('M1', 'DPD')])
  const { sku } = await order(orderNo, pieces)
  const reference = await announced(orderNo, pieces, { resolution: 'exchange' })
  await settle()
  const orderNumber = `${reference}-X`
  const version = async () =>
    (await portal.call(contract.orders.searchByOrderNumber, { body: { orderNumber } }, me)).body.Orders[0]?.version ?? 0
  const { orderNo: _no, ...body } = orderBody({ SKU: sku })
  const amend = async (quantity: number) => {
    const items = [{ SKU: sku, quantity }]
    return portal.send(contract.orders.amend, { body: { ...body, orderNumber, version: await version(), items } }, me)
  }
  return { reference, orderNumber, sku, amend }
}

test('a replacement cannot contain pieces that were refunded meanwhile', async () => {
  const { reference, amend } = await replacement('PAID-1', 2)
  expect((await amend(1)).status).toBe(200)
  await marked(reference, 'received', 2)
  await settle()
  expect(await read(reference)).toMatchObject({ exchange: 'released', owed: 1 })
  expect((await refunded(reference, '1.00', 1, { reason: 'As agreed' })).status).toBe(200)
  expect(await amend(2)).toMatchObject({
    status: 422,
    body: { message: expect.stringContaining(`Return ${reference} has since been refunded or rejected`) },
  })
})

test.each(['suspend', 'amend', 'undo of an amendment', 'despatch', 'close short'])(
  'returns are locked before their replacements: %s',
  async (what) => {
    const { me, portal, feedRows } = on()
    const commands = commandedOrders(portal)
    const of = await replacement(`LOCK-${what}`, 2)
    const { orderNumber } = of
    const despatched = (tracking: string) =>
      feedRows(
        'despatches',
        csv(
          [[orderNumber, `${tracking}${of.reference}`, 'DPD', '2026-11-02 12:00', of.sku, 1]],
          'orderNumber,trackingNumber,carrier,despatchedAt,SKU,quantity',
        ),
      )
    const acts: Record<string, () => Promise<unknown>> = {
      suspend: () => commands.act(me, 'suspend', [orderNumber]),
      amend: () => of.amend(1),
      'undo of an amendment': async () => {
        const { body } = (await of.amend(1)) as { body: { commandId: string } }
        return () => commands.undo(me, body.commandId)
      },
      despatch: () => despatched('A'),
      'close short': async () => {
        await despatched('B')
        return () => portal.call(contract.orders.closeShort, { body: { orderNumber, note: '' } }, me)
      },
    }
    const act = acts[what] ?? expect.fail(what)
    const isPrepared = what === 'undo of an amendment' || what === 'close short'
    const run = isPrepared ? ((await act()) as () => Promise<unknown>) : act
    const { asOwner } = portal.testDatabase
    await asOwner('begin')
    await asOwner(`select from announced_returns where return_reference = '${of.reference}' for update`)
    const done = run()
    await waitUntilBlocked(portal.testDatabase)
    const held = asOwner(`select from orders where order_number = '${orderNumber}' for update nowait`)
    await expect(held).resolves.toBeDefined()
    await asOwner('commit')
    await done
  },
)
