import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FeedPortal, openFeedPortal } from '../../testing/feed-portal.ts'
import { openKits } from '../../testing/stock/kit-stock.ts'
import { randomBy } from '../../testing/money/random.ts'

let portal: FeedPortal
beforeAll(async () => {
  portal = await openFeedPortal()
})
afterAll(() => portal.portal.close())

type Goods = readonly (readonly [sku: string, pieces: number])[]
const STEPS = 40

/** Independent model: only boxes have a location. */
function openModel(onHand: Record<string, number>) {
  const boxes: Record<string, Record<string, number>> = { TABLE: { TOP: 1, LEG: 4 }, BENCH: { SEAT: 1, LEG: 4 } }
  const orders = new Map<string, Goods>()
  const reserved = new Map<string, Goods>()
  const inBoxes = (goods: Goods) =>
    goods.flatMap(([sku, pieces]) =>
      Object.entries(boxes[sku] ?? { [sku]: 1 }).map(([box, each]): [string, number] => [box, pieces * each]),
    )
  const sumOf = (box: string, some: Iterable<Goods>) =>
    [...some].flatMap(inBoxes).reduce((sum, [sku, pieces]) => sum + (sku === box ? pieces : 0), 0)
  const left = (box: string) => {
    const pieces = onHand[box] ?? 0
    const free = pieces - sumOf(box, reserved.values())
    return [pieces, free, free - sumOf(box, orders.values())] as const
  }
  return {
    boxes,
    orders,
    reserved,
    inBoxes,
    move: (goods: Goods, sign: 1 | -1) => {
      for (const [box, pieces] of inBoxes(goods)) onHand[box] = (onHand[box] ?? 0) + sign * pieces
    },
    /** On hand, reserved, promised and available. */
    figures(sku: string) {
      const perBox = Object.entries(boxes[sku] ?? { [sku]: 1 }).map(([box, each]) =>
        left(box).map((pieces) => Math.floor(pieces / each)),
      )
      const [onHandKits = 0, free = 0, available = 0] = [0, 1, 2].map((at) =>
        Math.min(...perBox.map((one) => one[at] ?? 0)),
      )
      return [onHandKits, onHandKits - free, free - available, available]
    },
  }
}

test.each([1, 2, 3])('events of kits that share a box move each box once: seed %i', async (seed) => {
  const random = randomBy(seed)
  const on = await openKits(portal)
  const model = openModel({ TOP: 5, SEAT: 5, LEG: 40 })
  const sent = new Map<string, Goods>()
  const whole = new Set<string>()
  const anything = () => random.of(['TABLE', 'BENCH', 'TOP', 'SEAT', 'LEG'])
  const some = (): Goods => [...new Set([anything(), anything()])].map((sku) => [sku, random.whole(1, 3)] as const)
  const DO: Record<string, (name: string) => Promise<unknown>> = {
    async order(name) {
      const goods = some()
      await on.make(name, ...goods)
      model.orders.set(name, goods)
    },
    async cancel() {
      const name = [...model.orders.keys()].at(random.whole(0, 9))
      if (name === undefined) return
      await on.cancel(name)
      model.orders.delete(name)
    },
    async send() {
      const [name, goods] = [...model.orders].at(random.whole(0, 9)) ?? []
      if (name === undefined || !goods) return
      // As kits or as boxes.
      const isInBoxes = random.chance(50)
      await on.send(name, ...(isInBoxes ? summed(model.inBoxes(goods)) : goods))
      if (!isInBoxes) whole.add(name)
      model.orders.delete(name)
      sent.set(name, goods)
      model.move(goods, -1)
    },
    /** Nothing more moves: everything ordered was sent, in the boxes that the kit had then. */
    async 'send a parcel that says nothing'(name) {
      const order = [...whole].at(random.whole(0, 9))
      if (order === undefined) return
      await on.fed('despatches', 'orderNumber,trackingNumber,carrier,despatchedAt', [
        [order, `T${name}`, 'DPD', '2026-03-02 12:00'],
      ])
    },
    async reserve() {
      const [sku, pieces] = [anything(), random.whole(1, 3)]
      const { status, body } = await on.reserve(sku, pieces)
      expect(status).toBe((model.figures(sku)[3] ?? 0) >= pieces ? 200 : 422)
      if (status === 200) model.reserved.set(body.reservation._id, [[sku, pieces]])
    },
    async release() {
      const id = [...model.reserved.keys()].at(random.whole(0, 9))
      if (id === undefined) return
      expect((await on.release(id)).status).toBe(200)
      model.reserved.delete(id)
    },
    async 'come in'(name) {
      const [sku, pieces] = [anything(), random.whole(1, 3)]
      const header = 'SKU,kind,quantity,asOf,reference,reason'
      await on.fed('stock', header, [[sku, 'goods-in', pieces, '2026-03-03', name, '']])
      model.move([[sku, pieces]], 1)
    },
    /** A piece of a despatched order comes back: a kit, or a single box. */
    async 'come back'(name) {
      const [orderNumber = '', goods] = [...sent].at(random.whole(0, 9)) ?? []
      if (!goods) return
      const [sku] = random.of(random.chance(50) ? summed(model.inBoxes(goods)) : goods)
      const header = 'returnReference,orderNumber,SKU,quantity,event,occurredAt'
      await on.fed('returns', header, [[`R-${name}`, orderNumber, sku, 1, 'Returned to stock', '2026-03-20 10:00']])
      model.move([[sku, 1]], 1)
    },
    'count a kit': (name) =>
      on.count([random.of(['TABLE', 'BENCH']), random.whole(0, 99), `2026-04-01 10:${name.slice(-2)}`]),
    async 'change boxes'() {
      const [kit, own] = random.of([
        ['TABLE', 'TOP'],
        ['BENCH', 'SEAT'],
      ] as const)
      const legs = random.whole(0, 4)
      await on.setBoxes([kit, legs === 0 ? own : `${own}; LEG x ${legs}`])
      model.boxes[kit] = legs === 0 ? { [own]: 1 } : { [own]: 1, LEG: legs }
    },
  }
  const done: string[] = []
  for (let step = 10; step < 10 + STEPS; step++) {
    const what = random.of(Object.keys(DO))
    done.push(what)
    await DO[what]?.(`N-${step}`)
    const skus = ['TABLE', 'BENCH', 'TOP', 'SEAT', 'LEG']
    expect(await on.figures(...skus), done.join(', ')).toEqual(skus.map((sku) => model.figures(sku)))
  }
})

/** Goods with each SKU at most once. */
const summed = (goods: Goods): Goods =>
  [...Map.groupBy(goods, ([sku]) => sku)].map(([sku, own]) => [sku, own.reduce((sum, [, pieces]) => sum + pieces, 0)])
