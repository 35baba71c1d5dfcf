import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import {
  attachOrOpenEmbeddedPostgres,
  openEmbeddedPostgres,
} from '@despatch/server/database/embedded/open-embedded-postgres'
import { migrate } from '@despatch/server/database/migrate/migrate'
import pg from 'pg'
import { measureAllRows } from './datasets/all-rows.ts'
import { measureAllocation } from './allocation.ts'
import { measureClaims } from './claims.ts'
import { compare } from './compare.ts'
import { measureDeliveryEvents } from './feeds/delivery-events.ts'
import { measureCheck } from './feeds/check-feed.ts'
import { measureFeed } from './feeds/feed.ts'
import { measureFeedToday } from './feeds/feed-today.ts'
import { fill, filledWith, insertStaff } from './datasets/fill.ts'
import { fillDeliveries, hasDeliveries } from './datasets/fill-deliveries.ts'
import { fillVolume } from './datasets/fill-volume.ts'
import { measureFreshFeed } from './feeds/fresh-feed.ts'
import { measureHostile } from './feeds/hostile.ts'
import { measureGrowth } from './growth/measure-growth.ts'
import { measureMixedWork } from './mixed/mixed-work.ts'
import { measureInvoices } from './invoices/measure-invoices.ts'
import { measureImport } from './feeds/import-users.ts'
import { type Options, readOptions } from './options.ts'
import { residentMegabytes, type Server, startFloor, startProduct } from './load/processes.ts'
import { measurePlanTheDay } from './routing/measure-plan.ts'
import { measurePeople } from './datasets/people.ts'
import { measureManyClients } from './many-clients.ts'
import { measureShare } from './load/share.ts'
import { measureNeighbours } from './load/neighbours.ts'
import { measureSlot } from './load/slot.ts'
import { measureSuspend } from './load/suspend.ts'
import { measureWaiting } from './waiting.ts'
import { measureWeb } from './web.ts'
import { measureWhatIf } from './what-if.ts'
import { measureExports } from './reports/measure-exports.ts'
import { measureFigures } from './reports/measure-figures.ts'
import { measureHome } from './reports/measure-home.ts'
import { measureIntake } from './reports/measure-intake.ts'
import { measureRebuild } from './reports/measure-rebuild.ts'
import { measureShoppers } from './returns/measure-shoppers.ts'
import { measureSkus } from './skus.ts'
import { measureStock } from './stock.ts'
import { measureReturnLines } from './return-lines.ts'
import { measureReturns } from './returns.ts'
import { type Kind, KINDS } from './load/workload.ts'

const MEMORY_AIM = 250
const IMPORTED_USERS = 10_000
const ALONE = [
  ['what-if', measureWhatIf],
  ['many-clients', measureManyClients],
  ['slot', measureSlot],
  ['suspend', measureSuspend],
] as const
const OF_PEOPLE = [
  ['people', measurePeople],
  ['share', measureShare],
  ['neighbours', measureNeighbours],
] as const
const FEEDS = [
  ['feed', measureFeed],
  ['feed-today', measureFeedToday],
  ['check-feed', measureCheck],
] as const
/** Measurements of the product alone, each on a fresh server. */
const OF_PRODUCT = [
  ['claims', measureClaims],
  ['figures', measureFigures],
  ['home', measureHome],
  ['growth', measureGrowth],
  ['waiting', measureWaiting],
  ['intake', measureIntake],
  ['rebuild', measureRebuild],
] as const

async function main(options: Options): Promise<string[]> {
  const data = options.data ?? (await mkdtemp(join(tmpdir(), 'despatch-bench-')))
  const began = performance.now()
  console.log(`${cpus().length} x ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`)
  try {
    // The engines need no database, exports and SKUs no orders.
    if (
      options.parts.some(
        (part) =>
          !['allocation', 'plan-the-day', 'returns', 'return-lines', 'shoppers', 'exports', 'skus', 'stock'].includes(
            part,
          ),
      )
    )
      await prepare(data, options)
    return await measure(data, options)
  } finally {
    if (options.data === undefined) await rm(data, { recursive: true, force: true })
    console.log(`\n${Math.round((performance.now() - began) / 1000)} s in all`)
  }
}

/** Brings the database in the folder to where it has so many orders. Throws when it has another number of them. */
async function prepare(data: string, { orders, volume }: Options): Promise<void> {
  const postgres = await openEmbeddedPostgres({ dataDirectory: data, report: () => {} })
  try {
    await migrate({ ownerUrl: postgres.ownerUrl })
    await withOwner(postgres.ownerUrl, async (owner) => {
      const there = await filledWith(owner)
      if (there !== 0 && there !== orders)
        throw new Error(`${data} has ${there} orders: give --orders ${there}, or another --data.`)
      if (there === 0 && volume) await fillVolume(owner, postgres.appUrl, volume)
      else if (there === 0) await fill(owner, orders)
      await insertStaff(owner)
      if (!(await hasDeliveries(owner))) await fillDeliveries(owner)
    })
  } finally {
    await postgres.stop()
  }
}

async function withOwner<Result>(url: string, work: (owner: pg.Client) => Promise<Result>): Promise<Result> {
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  try {
    return await work(owner)
  } finally {
    await owner.end()
  }
}

async function measure(data: string, options: Options): Promise<string[]> {
  const kinds = options.parts.filter((part): part is Kind => (KINDS as readonly string[]).includes(part))
  const missed: string[] = []
  if (options.parts.includes('allocation')) missed.push(...(await measureAllocation(options.rounds)))
  if (options.parts.includes('plan-the-day')) missed.push(...(await measurePlanTheDay(options.realOrders)))
  if (options.parts.includes('returns')) missed.push(...measureReturns(options.rounds))
  if (kinds.length) missed.push(...(await withProduct(data, options, (running) => compareAll(kinds, running, options))))
  for (const [part, measureAlone] of ALONE)
    if (options.parts.includes(part))
      missed.push(...(await withProduct(data, options, ({ product, owner }) => measureAlone(product, owner))))
  for (const [part, measureCalls] of OF_PEOPLE)
    if (options.parts.includes(part))
      missed.push(
        ...(await withProduct(data, options, ({ product, owner }) => measureCalls({ product, owner, ...options }))),
      )
  // A fresh server each, so that its memory is that of the feed alone.
  for (const [part, measureFed] of FEEDS)
    if (options.parts.includes(part))
      missed.push(
        ...(await withProduct(data, options, ({ product, owner }) => measureFed(product, owner, options.feedLines))),
      )
  if (options.parts.includes('fresh-feed'))
    missed.push(
      ...(await withProduct(data, options, ({ product, owner }) =>
        measureFreshFeed(product, owner, options.realOrders),
      )),
    )
  if (options.parts.includes('delivery-events'))
    missed.push(
      ...(await withProduct(data, options, ({ product, owner }) =>
        measureDeliveryEvents(product, owner, options.feedLines),
      )),
    )
  if (options.parts.includes('hostile')) missed.push(...(await measureHostile(data)))
  if (options.parts.includes('import'))
    missed.push(
      ...(await withProduct(data, options, ({ product, owner }) => measureImport(product, owner, IMPORTED_USERS))),
    )
  if (options.parts.includes('all-rows'))
    missed.push(...(await withProduct(data, options, ({ product }) => measureAllRows(product, options))))
  if (options.parts.includes('invoices')) {
    const sizes = { parcels: options.invoiceParcels, worldParcels: options.invoiceWorld }
    missed.push(...(await measureInvoices({ ...options, ...sizes, data })))
  }
  const beside = (folder: string) => (options.besideOrders ? data : join(data, folder))
  if (options.parts.includes('skus')) missed.push(...(await measureSkus(beside('skus'), options.seconds)))
  if (options.parts.includes('stock')) missed.push(...(await measureStock(beside('stock'), options)))
  if (options.parts.includes('return-lines')) missed.push(...(await measureReturnLines(join(data, 'returns'), options)))
  // Beside the returned lines, where these have been filled.
  if (options.parts.includes('shoppers')) missed.push(...(await measureShoppers(join(data, 'returns'), options)))
  if (options.parts.includes('exports')) missed.push(...(await measureExports(data)))
  for (const [part, measurePart] of OF_PRODUCT)
    if (options.parts.includes(part))
      missed.push(...(await withProduct(data, options, (running) => measurePart({ ...options, ...running, data }))))
  if (options.parts.includes('web'))
    missed.push(...(await withProduct(data, options, ({ product }) => measureWeb(product))))
  if (options.parts.includes('mixed')) missed.push(...(await measureMixedWork(data, options.minutes)))
  return missed
}

type Running = { product: Server; ownerUrl: string; owner: pg.Client }

async function withProduct<Result>(
  data: string,
  options: Options,
  work: (running: Running) => Promise<Result>,
): Promise<Result> {
  const product = await startProduct(data, options.profile)
  try {
    const { ownerUrl } = await attachOrOpenEmbeddedPostgres({ dataDirectory: data, report: () => {} })
    return await withOwner(ownerUrl, (owner) => work({ product, ownerUrl, owner }))
  } finally {
    await product.stop()
  }
}

async function compareAll(kinds: Kind[], { product, ownerUrl, owner }: Running, options: Options): Promise<string[]> {
  const floor = await startFloor(ownerUrl, 'floor')
  const lean = await startFloor(ownerUrl, 'lean')
  const missed: string[] = []
  const memory = async () => {
    const [ours, floors] = await Promise.all([residentMegabytes(product.pid), residentMegabytes(floor.pid)])
    return { ours, text: `product ${Math.round(ours)} MB, floor ${Math.round(floors)} MB` }
  }
  try {
    console.log(`\nResident memory before the load: ${(await memory()).text}`)
    for (const kind of kinds) missed.push(...(await compare(kind, { ...options, product, floor, lean, owner })))
    const { ours, text } = await memory()
    console.log(`\nResident memory after the load: ${text} (aim: under ${MEMORY_AIM} MB)`)
    if (ours >= MEMORY_AIM) missed.push(`memory: ${Math.round(ours)} MB`)
    return missed
  } finally {
    await Promise.all([floor.stop(), lean.stop()])
  }
}

try {
  const options = readOptions(process.argv.slice(2))
  const missed = await main(options)
  console.log(missed.length ? `\nMissed:\n${missed.map((line) => `  ${line}`).join('\n')}` : '\nEvery aim was met.')
  process.exitCode = missed.length && !options.withoutAims ? 1 : 0
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
