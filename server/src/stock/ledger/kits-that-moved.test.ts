import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FeedPortal, openFeedPortal } from '../../testing/feed-portal.ts'
import { openKits } from '../../testing/stock/kit-stock.ts'

let portal: FeedPortal
beforeAll(async () => {
  portal = await openFeedPortal()
})
afterAll(() => portal.portal.close())

test('sent kits stay as they were when another is sent after boxes changed', async () => {
  const on = await openKits(portal)
  await on.settings({ pickedHasLeft: true })
  await on.settings({ pickedHasLeft: false })
  await on.make('MORE', ['TABLE', 2])
  await on.send('MORE', ['TABLE', 2])
  const rows = (sql: string) => portal.portal.testDatabase.asOwner(sql, [on.as.client])
  await rows(`update orders set status = 'V' where client_code = $1`)
  await on.setBoxes(['TABLE', 'TOP2; LEG x 4'])
  await on.count(['TOP2', 10])
  await rows(
    `insert into parcels (client_code, tracking_number, carrier, order_number, despatched_at, ordered_at, promised_date)
     values ($1, 'TMORE2', 'DPD', 'MORE', '2026-03-03 12:00', now(), '2026-03-05')`,
  )
  await rows(
    `insert into parcel_contents (client_code, tracking_number, sku_code, quantity) values ($1, 'TMORE2', 'TABLE', 1)`,
  )
  await rows(`update orders set status = 'D' where client_code = $1`)
  expect(await on.figures('TOP', 'TOP2', 'LEG')).toEqual([
    [3, 0, 0, 3],
    [9, 0, 0, 9],
    [28, 0, 0, 28],
  ])
})

describe('past movements of a kit stay when its boxes change, and', () => {
  const open = async (options: { pickedHasLeft?: boolean } = {}) => {
    const on = await openKits(portal)
    if (options.pickedHasLeft) await on.settings({ pickedHasLeft: true })
    return {
      ...on,
      change: async (boxes = 'TOP2; LEG x 3') => {
        await on.setBoxes(['TABLE', boxes])
        await on.count(['TOP2', 10])
      },
      untold: (order: string, tracking: string, at = '2026-03-03 12:00') =>
        on.fed('despatches', 'orderNumber,trackingNumber,carrier,despatchedAt', [[order, tracking, 'DPD', at]]),
      parcel: (order: string, tracking: string, ...goods: (readonly [string, number])[]) =>
        on.fed(
          'despatches',
          'orderNumber,trackingNumber,carrier,despatchedAt,SKU,quantity',
          goods.map((of) => [order, tracking, 'DPD', '2026-03-03 12:00', ...of]),
        ),
      pick: (order: string) => on.fed('despatches', 'orderNumber,status', [[order, 'Picking']]),
      onHand: async () => (await on.figures('TOP', 'TOP2', 'LEG')).map(([pieces]) => pieces),
    }
  }

  test('its order has another parcel with unknown contents', async () => {
    const on = await open()
    await on.make('D', ['TABLE', 1])
    await on.send('D', ['TABLE', 1])
    await on.change()
    await on.untold('D', 'TD2')
    expect(await on.onHand()).toEqual([4, 10, 36])
  })

  test('contents of its unknown parcel are reported, or another parcel follows', async () => {
    const on = await open()
    await on.make('D', ['TABLE', 2])
    await on.untold('D', 'TD')
    await on.change()
    await on.untold('D', 'TD2')
    expect(await on.onHand()).toEqual([3, 10, 32])
    await on.parcel('D', 'TD2', ['TABLE', 1])
    expect(await on.onHand()).toEqual([3, 10, 32])
    await on.parcel('D', 'TD', ['LEG', 1])
    // The other parcel holds one leg only: one kit was not sent, but that leg was.
    expect(await on.onHand()).toEqual([4, 10, 35])
    await on.parcel('D', 'TD3', ['TABLE', 1])
    expect(await on.onHand()).toEqual([4, 9, 32])
  })

  test('picked goods are sent, some later', async () => {
    const on = await open({ pickedHasLeft: true })
    await on.make('D', ['TABLE', 2])
    await on.pick('D')
    expect((await on.figures('TOP', 'LEG')).map(([pieces]) => pieces)).toEqual([3, 32])
    await on.change()
    await on.parcel('D', 'TD', ['TABLE', 1])
    expect(await on.onHand()).toEqual([4, 10, 36])
    await on.parcel('D', 'TD2', ['TABLE', 1])
    expect(await on.onHand()).toEqual([4, 9, 33])
  })

  test('its order sends more after picked goods left stock', async () => {
    const on = await open({ pickedHasLeft: true })
    await on.make('D', ['TABLE', 2])
    await on.parcel('D', 'TD', ['TABLE', 1])
    await on.change()
    await on.parcel('D', 'TD2', ['TABLE', 1])
    expect(await on.onHand()).toEqual([4, 9, 33])
    await on.change('TOP; LEG x 4')
    await on.untold('D', 'TD3')
    expect(await on.onHand()).toEqual([4, 9, 33])
  })

  test('its client changes the picking setting while part of the order is sent', async () => {
    const on = await open({ pickedHasLeft: true })
    await on.make('D', ['TABLE', 2])
    await on.parcel('D', 'TD', ['TABLE', 1])
    await portal.portal.testDatabase.asOwner(`update orders set status = 'P' where client_code = $1`, [on.as.client])
    await on.change()
    await on.settings({ pickedHasLeft: false })
    expect((await on.onHand()).slice(0, 2)).toEqual([4, 10])
  })

  test('another box is reported as sent instead', async () => {
    const on = await open({ pickedHasLeft: true })
    await on.make('D', ['TABLE', 1])
    await on.pick('D')
    await on.change()
    await on.parcel('D', 'TD', ['TOP2', 1], ['LEG', 3])
    expect(await on.onHand()).toEqual([5, 9, 37])
  })

  test('it stops being a kit, or becomes one', async () => {
    const on = await open()
    await on.make('D', ['TABLE', 1])
    await on.untold('D', 'TD')
    await on.setBoxes(['TABLE', 'None'])
    await on.fed('skus', 'SKU,title', [['LAMP', 'Lamp']])
    await on.make('LAMPS', ['LAMP', 1])
    await on.untold('LAMPS', 'TL')
    await on.setBoxes(['LAMP', 'LEG x 2'])
    await on.untold('D', 'TD2')
    await on.untold('LAMPS', 'TL2')
    expect((await on.figures('TABLE', 'TOP', 'LEG')).map(([pieces]) => pieces)).toEqual([10, 4, 36])
  })
})
