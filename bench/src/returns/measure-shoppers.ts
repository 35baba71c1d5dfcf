import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { type Server, startProduct } from '../load/processes.ts'
import { databaseTime, processorTime, untilIdle } from '../load/processor-time.ts'
import { withOwner } from '../skus.ts'
import { table, whole } from '../table.ts'
import { measurePhone } from './measure-phone.ts'
import { makeOrders, openShop, SHOP, type ShopOrder } from './shop.ts'
import { type Answered, newShopper, type Shopper, type Steps, stepsOf } from './shopper.ts'

/** 100 requests a second: each shopper makes five, the last of which announces. */
const SHOPPERS_A_SECOND = 20
const P99_AIM_MS = 300
const AT_ONCE = 500
const AT_ONCE_AIM_MS = 3000
/** Drafts that an order may have in a day. */
const DRAFTS_OF_AN_ORDER = 50
/** Shoppers before the measurement, a few at a time, so that statements are planned as in a running portal. */
const WARM_UP = 120
const LANES = 12
const PHONES = 5
/** Pause before a rush, so that emails and figures of earlier shoppers are done. */
const PAUSE_MS = 5000

type BenchContext = { product: Server; steps: Steps; owner: pg.Client; connection: number }
type Measured = { name: string; answers: string; measured: string; processor: string; aim: string; isMissed: boolean }

/**
 * Measures the shoppers' page with 200 rules: 100 requests a second, a fifth of which announce, each shopper from their
 * own address; then 500 simultaneous requests that find orders, that announce different items, and that announce the
 * last piece of one order. Prints the results.
 *
 * @returns the aims that were missed
 */
export async function measureShoppers(data: string, { seconds }: { seconds: number }): Promise<string[]> {
  let orders: ShopOrder[] = []
  await withOwner(data, async (owner, ownerUrl) => {
    await openShop(owner, ownerUrl)
    orders = await makeOrders(owner, WARM_UP + SHOPPERS_A_SECOND * seconds + 2 * AT_ONCE + 1 + PHONES)
  })
  const product = await startProduct(data, undefined)
  const lines: Measured[] = []
  const missed: string[] = []
  try {
    await withOwner(data, async (owner) => {
      await owner.query("select set_config('app.clients', array_agg(client_code)::text, false) from clients")
      const { rows } = await owner.query<{ pid: number }>('select pg_backend_pid() as pid')
      const connection = rows[0]?.pid ?? 0
      const on: BenchContext = { product, steps: stepsOf(`${product.url}/returns/${SHOP}`), owner, connection }
      const take = (count: number) => orders.splice(0, count)
      await inLanes(take(WARM_UP), (order) => goThrough(on, order))
      await untilIdle(product.pid, connection)
      missed.push(...(await measurePhone(`${product.url}/returns/${SHOP}`, take(PHONES))))
      await sleep(PAUSE_MS)
      lines.push(await measureDay(on, take(SHOPPERS_A_SECOND * seconds)))
      lines.push(await measureFinding(on, take(AT_ONCE)))
      lines.push(await measureAnnouncing(on, take(AT_ONCE)))
      lines.push(await measureLastPiece(on, take(1)))
    })
  } finally {
    await product.stop()
  }
  console.log(`\nThe page for shoppers, by a book of 200 rules`)
  console.log(
    table(
      ['', 'answers', 'measured', 'processor, ms each', 'aim'],
      lines.map(({ name, answers, measured, processor, aim }) => [name, answers, measured, processor, aim]),
    ),
  )
  const slow = lines.filter(({ isMissed }) => isMissed)
  return [...missed, ...slow.map((line) => `shoppers: ${line.name}: ${line.answers}, ${line.measured}`)]
}

/**
 * Takes a shopper through all steps.
 *
 * @returns every answer
 */
async function goThrough({ steps }: BenchContext, order: ShopOrder): Promise<Answered[]> {
  const shopper = newShopper()
  const answers: Answered[] = []
  answers.push(await steps.find(shopper, order))
  for (const step of [steps.showItems, steps.chooseItems, steps.chooseOption, steps.announce])
    answers.push(await step(shopper))
  return answers
}

/** Shoppers arrive at a steady rate, whether or not earlier ones have been answered. */
async function measureDay(on: BenchContext, orders: readonly ShopOrder[]): Promise<Measured> {
  return timed(on, async () => {
    const began = performance.now()
    const ways = orders.map(async (order, index) => {
      await sleep(Math.max(0, began + (index * 1000) / SHOPPERS_A_SECOND - performance.now()))
      return goThrough(on, order)
    })
    const answers = (await Promise.all(ways)).flat()
    const aSecond = answers.length / ((performance.now() - began) / 1000)
    const times = answers.map(({ ms }) => ms).toSorted((one, other) => one - other)
    const at = (part: number) => times[Math.floor(times.length * part)] ?? Number.NaN
    const announced = answers.filter(isAnnounced).length
    const good = announced === orders.length && answers.every(({ status }) => status === 200 || status === 303)
    return {
      name: `${whole(aSecond)} requests a second, one in five announces`,
      all: answers,
      answers: countByStatus(answers),
      measured: `p50 ${whole(at(0.5))}, p99 ${whole(at(0.99))}, at most ${whole(times.at(-1) ?? 0)} ms`,
      aim: `p99 ${P99_AIM_MS} ms`,
      isMissed: !good || at(0.99) > P99_AIM_MS,
    }
  })
}

async function measureFinding(on: BenchContext, orders: readonly ShopOrder[]): Promise<Measured> {
  const shoppers = orders.map((order) => ({ order, shopper: newShopper() }))
  return atOnce(on, {
    name: `${AT_ONCE} find their orders at once`,
    asks: shoppers.map(
      ({ order, shopper }) =>
        () =>
          on.steps.find(shopper, order),
    ),
    isGood: (answers) => answers.every(({ status, location }) => status === 303 && location.endsWith('/items')),
  })
}

async function measureAnnouncing(on: BenchContext, orders: readonly ShopOrder[]): Promise<Measured> {
  const ready = await upToAnnouncing(on, orders)
  return atOnce(on, {
    name: `${AT_ONCE} announce what is theirs at once`,
    asks: ready.map((shopper) => () => on.steps.announce(shopper)),
    isGood: (answers) => answers.every(isAnnounced),
  })
}

/** The maximum drafts of one order, each of which sends the last form ten times. */
async function measureLastPiece(on: BenchContext, [order]: readonly ShopOrder[]): Promise<Measured> {
  if (!order) throw new Error('No order is left')
  const ready = await upToAnnouncing(
    on,
    Array.from({ length: DRAFTS_OF_AN_ORDER }, () => order),
  )
  const measured = await atOnce(on, {
    name: `${AT_ONCE} announce the last piece of an order at once`,
    asks: Array.from({ length: AT_ONCE }, (_, n) => () => on.steps.announce(ready[n % ready.length] ?? newShopper())),
    // The first is shown the return; others see that nothing is left, or are redirected to the options.
    isGood: (answers) =>
      new Set(answers.filter(isAnnounced).map(({ location }) => location)).size === 1 &&
      answers.every((one) => isAnnounced(one) || one.status === 409 || one.location.endsWith('/options')),
  })
  const { rows } = await on.owner.query<{ taken: number }>(
    'select count(*)::int as taken from announced_returns where client_code = $1 and order_number = $2',
    [SHOP, order.order],
  )
  const taken = rows[0]?.taken ?? 0
  return { ...measured, answers: `${measured.answers}; ${taken} taken`, isMissed: measured.isMissed || taken !== 1 }
}

/** Takes shoppers to the last form, a few at a time. */
async function upToAnnouncing({ steps }: BenchContext, orders: readonly ShopOrder[]): Promise<Shopper[]> {
  const ready: Shopper[] = []
  await inLanes(orders, async (order) => {
    const shopper = newShopper()
    await steps.find(shopper, order)
    for (const step of [steps.showItems, steps.chooseItems]) await step(shopper)
    const chosen = await steps.chooseOption(shopper)
    if (!chosen.location.endsWith('/confirm'))
      throw new Error(`${order.order} came to no last form: ${chosen.status} ${chosen.location} ${chosen.text}`)
    ready.push(shopper)
  })
  return ready
}

async function inLanes(orders: readonly ShopOrder[], work: (order: ShopOrder) => Promise<unknown>): Promise<void> {
  const left = [...orders]
  const lane = async () => {
    for (let next = left.pop(); next; next = left.pop()) await work(next)
  }
  await Promise.all(Array.from({ length: LANES }, lane))
}

async function atOnce(
  on: BenchContext,
  { name, asks, isGood }: { name: string; asks: (() => Promise<Answered>)[]; isGood: (all: Answered[]) => boolean },
): Promise<Measured> {
  await sleep(PAUSE_MS)
  return timed(on, async () => {
    const all = await Promise.all(asks.map((ask) => ask()))
    const times = all.map(({ ms }) => ms).toSorted((one, other) => one - other)
    const last = times.at(-1) ?? Number.NaN
    return {
      name,
      all,
      answers: countByStatus(all),
      measured: `p50 ${whole(times[times.length >> 1] ?? Number.NaN)}, the last after ${whole(last)} ms`,
      aim: `all within ${whole(AT_ONCE_AIM_MS)} ms`,
      isMissed: !isGood(all) || last > AT_ONCE_AIM_MS,
    }
  })
}

/** Runs work, and adds the processor time of server and database per answer. */
async function timed(
  { product, connection }: BenchContext,
  work: () => Promise<Omit<Measured, 'processor'> & { all: readonly Answered[] }>,
): Promise<Measured> {
  const times = () => Promise.all([processorTime(product.pid), databaseTime(connection)])
  const before = await times()
  const { all, ...measured } = await work()
  const after = await times()
  const [server = Number.NaN, database = Number.NaN] = after.map((time, at) => (time - (before[at] ?? 0)) / all.length)
  return { ...measured, processor: `${server.toFixed(1)} + ${database.toFixed(1)}` }
}

const isAnnounced = ({ status, location }: Answered) => status === 303 && /\/R[A-Z0-9]{10}\//.test(location)

/** Counts of answers by status. */
function countByStatus(answers: readonly Answered[]): string {
  const counts = Map.groupBy(answers, ({ status }) => status)
  return [...counts]
    .toSorted(([one], [other]) => one - other)
    .map(([status, { length }]) => `${whole(length)} × ${status}`)
    .join(', ')
}
