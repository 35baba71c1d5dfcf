import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { EVEN } from './datasets/even-rows.ts'
import { SKEWED } from './datasets/skewed-rows.ts'
import type { Volume } from './datasets/volume-rows.ts'
import { READS } from './load/reads.ts'

export const PARTS = [
  // Measures nothing: the database is filled.
  'fill',
  'list',
  'detail',
  'create',
  'total',
  ...READS,
  'slot',
  'suspend',
  'what-if',
  'many-clients',
  'people',
  'share',
  'neighbours',
  'allocation',
  'plan-the-day',
  'returns',
  'return-lines',
  'shoppers',
  'feed',
  'feed-today',
  'check-feed',
  'fresh-feed',
  'delivery-events',
  'hostile',
  'import',
  'all-rows',
  'web',
  'invoices',
  'claims',
  'exports',
  'figures',
  'home',
  'growth',
  'waiting',
  'intake',
  'rebuild',
  'skus',
  'stock',
  // Last: it changes the orders that the others measure.
  'mixed',
] as const
export type Part = (typeof PARTS)[number]

export type Options = {
  orders: number
  /** Where an empty database is filled by what is made in it, for millions of orders. */
  volume: Volume | undefined
  /** Of each measurement; each is taken `rounds` times. */
  seconds: number
  rounds: number
  parts: readonly Part[]
  /** Of mixed work. */
  minutes: number
  feedLines: number
  /** Parcels of an invoice that is imported, and those that it is matched against. */
  invoiceParcels: number
  invoiceWorld: number
  /** Returned lines of a client, that a draft is tried on. */
  returnLines: number
  /** Where the database lies and stays, for a second run to use. Without it, a folder that goes afterwards. */
  data: string | undefined
  /** Stock and SKUs are measured in that folder itself, beside its orders, and not in a database of their own. */
  besideOrders: boolean
  /** Where the product's processor profile goes. */
  profile: string | undefined
  /** Aims that are missed are printed, and do not fail the run: it is a drill, on data too small to measure anything. */
  withoutAims: boolean
  /** A folder of real order files, for the feeds of fresh clients. */
  realOrders: string | undefined
}

const USAGE = `npm run bench -- [options]

  --orders N       orders in the database (1,000,000)
  --without-history  fill an empty database without history, events, returns and words to search by: for millions of orders
  --skewed         fill an empty database as a large installation has it: one client has 60 % of the orders, few SKUs and names most
                   of the rest; with words, events, open orders and returns, without history
  --months N       over how many months the orders of such a database are spread (24)
  --parcels N      parcels of such a database, at most one for each order (five for six orders; skewed, 74 for 100)
  --seconds N      of each measurement (5)
  --rounds N       measurements of each kind, product and floor in turn; the median counts (3)
  --only A,B       of ${PARTS.join(', ')} (all)
  --minutes N      of mixed work, after which figures are compared with the records (1)
  --feed-lines N   order lines, or delivery events, of the first feed; the second has four times as many (300,000); of orders of today, those of the one feed
  --invoice-parcels N  parcels of an invoice (60,000), a third of its charges
  --invoice-world N    parcels that invoices are matched against (3,000,000)
  --return-lines N  returned lines that a draft of a returns book is tried on (1,000,000)
  --data DIR       keep the database there, and use it again
  --beside-orders  skus and stock in the database of --data itself: 100,000 SKUs are added beside its orders
  --real-orders D  a folder of order files as retailers have them, for fresh-feed (without it, some like them) and plan-the-day (../shared/real/orders)
  --without-aims  print which aims are missed, and fail for errors alone
  --profile DIR    write the server's processor profile there`

/** Reads the command line. Ends the process after --help; throws an Error with the usage for what makes no sense. */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      orders: { type: 'string', default: '1000000' },
      'without-history': { type: 'boolean', default: false },
      skewed: { type: 'boolean', default: false },
      months: { type: 'string', default: '24' },
      parcels: { type: 'string' },
      seconds: { type: 'string', default: '5' },
      rounds: { type: 'string', default: '3' },
      only: { type: 'string', default: PARTS.join(',') },
      minutes: { type: 'string', default: '1' },
      'feed-lines': { type: 'string', default: '300000' },
      'invoice-parcels': { type: 'string', default: '60000' },
      'invoice-world': { type: 'string', default: '3000000' },
      'return-lines': { type: 'string', default: '1000000' },
      data: { type: 'string' },
      'beside-orders': { type: 'boolean', default: false },
      profile: { type: 'string' },
      'without-aims': { type: 'boolean', default: false },
      'real-orders': { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    console.log(USAGE)
    process.exit(0)
  }
  const wanted = values.only.split(',')
  const unknown = wanted.find((part) => !(PARTS as readonly string[]).includes(part))
  if (unknown !== undefined) throw new Error(`There is no part '${unknown}'.\n\n${USAGE}`)
  const orders = whole('orders', values.orders)
  return {
    orders,
    volume: volumeOf(values, orders),
    seconds: whole('seconds', values.seconds),
    rounds: whole('rounds', values.rounds),
    minutes: whole('minutes', values.minutes),
    parts: PARTS.filter((part) => wanted.includes(part)),
    feedLines: whole('feed-lines', values['feed-lines']),
    invoiceParcels: whole('invoice-parcels', values['invoice-parcels']),
    invoiceWorld: whole('invoice-world', values['invoice-world']),
    returnLines: whole('return-lines', values['return-lines']),
    data: values.data === undefined ? undefined : resolve(values.data),
    besideOrders: values['beside-orders'],
    withoutAims: values['without-aims'],
    profile: values.profile === undefined ? undefined : resolve(values.profile),
    realOrders: values['real-orders'] === undefined ? undefined : resolve(values['real-orders']),
  }
}

function volumeOf(
  given: { 'without-history': boolean; skewed: boolean; months: string; parcels?: string | undefined },
  orders: number,
): Volume | undefined {
  if (!given['without-history'] && !given.skewed) return undefined
  const usual = Math.ceil(orders * (given.skewed ? 0.737 : 5 / 6))
  return {
    orders,
    months: whole('months', given.months),
    parcels: given.parcels === undefined ? usual : whole('parcels', given.parcels),
    rows: given.skewed ? SKEWED : EVEN,
  }
}

function whole(name: string, text: string): number {
  const figure = Number(text.replaceAll(/[,_]/g, ''))
  if (!Number.isSafeInteger(figure) || figure < 1) throw new Error(`--${name} is a whole number from 1.\n\n${USAGE}`)
  return figure
}
