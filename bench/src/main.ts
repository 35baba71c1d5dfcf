import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import {
  attachOrOpenEmbeddedPostgres,
  openEmbeddedPostgres,
} from '@despatch/server/database/embedded/open-embedded-postgres'
import { migrate } from '@despatch/server/database/migrate'
import pg from 'pg'
import { compare } from './compare.ts'
import { fill, filledWith } from './fill.ts'
import { type Options, readOptions } from './options.ts'
import { residentMegabytes, type Server, startFloor, startProduct } from './processes.ts'

const MEMORY_AIM = 250

async function main(options: Options): Promise<string[]> {
  const data = options.data ?? (await mkdtemp(join(tmpdir(), 'despatch-bench-')))
  const began = performance.now()
  console.log(`${cpus().length} x ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`)
  try {
    await prepare(data, options.orders)
    return await measure(data, options)
  } finally {
    if (options.data === undefined) await rm(data, { recursive: true, force: true })
    console.log(`\n${Math.round((performance.now() - began) / 1000)} s in all`)
  }
}

/** Brings the database in the folder to where it has so many orders. Throws when it has another number of them. */
async function prepare(data: string, orders: number): Promise<void> {
  const postgres = await openEmbeddedPostgres({ dataDirectory: data, report: () => {} })
  try {
    await migrate({ ownerUrl: postgres.ownerUrl })
    await withOwner(postgres.ownerUrl, async (owner) => {
      const there = await filledWith(owner)
      if (there !== 0 && there !== orders)
        throw new Error(`${data} has ${there} orders: give --orders ${there}, or another --data.`)
      if (there === 0) await fill(owner, orders)
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
  const servers: Server[] = []
  try {
    const product = await startProduct(data, options.profile)
    servers.push(product)
    const { ownerUrl } = await attachOrOpenEmbeddedPostgres({ dataDirectory: data, report: () => {} })
    const floor = await startFloor(ownerUrl)
    servers.push(floor)
    return await withOwner(ownerUrl, async (owner) => {
      const target = { product, floor, owner, seconds: options.seconds, rounds: options.rounds }
      const missed: string[] = []
      const memory = async (server: Server) => `${Math.round(await residentMegabytes(server.pid))} MB`
      console.log(`\nResident memory before: product ${await memory(product)}, floor ${await memory(floor)}`)
      for (const part of options.parts) {
        if (part === 'feed' || part === 'web') continue
        missed.push(...(await compare(part, target)))
      }
      console.log(
        `\nResident memory after: product ${await memory(product)} (aim: under ${MEMORY_AIM} MB), floor ${await memory(floor)}`,
      )
      if ((await residentMegabytes(product.pid)) >= MEMORY_AIM) missed.push(`memory: ${await memory(product)}`)
      return missed
    })
  } finally {
    for (const server of servers.toReversed()) await server.stop()
  }
}

try {
  const missed = await main(readOptions(process.argv.slice(2)))
  console.log(missed.length ? `\nMissed:\n${missed.map((line) => `  ${line}`).join('\n')}` : '\nEvery aim was met.')
  process.exitCode = missed.length ? 1 : 0
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
