import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeClient, makeSession, makeSku } from '../../testing/factories.ts'
import { orderBody } from '../../testing/order-body.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { attachOrOpenEmbeddedPostgres } from '../embedded/open-embedded-postgres.ts'
import { chooseThrowawayFolder } from '../embedded/throwaway-folder.ts'
import { readBackup } from './read-backup.ts'

/**
 * npm run test:restore repeats this with the demo and more users, also restores into an external database, and compares all
 * rows. `backup.test.ts` compares them on a small scale.
 */
const ROUNDS = Number(process.env['RESTORE_ROUNDS'] ?? 1)
const DEMO = process.env['RESTORE_DEMO'] ?? 'off'
const PEOPLE = Number(process.env['RESTORE_PEOPLE'] ?? 4)

let parent: string
const ended: (() => Promise<unknown>)[] = []
beforeEach(async () => {
  parent = await mkdtemp(join(await chooseThrowawayFolder(), 'despatch-drill-'))
  // If these tests run as root, PostgreSQL runs as another user.
  await chmod(parent, 0o711)
})
afterEach(async () => {
  for (const end of ended.splice(0).toReversed()) await end()
  await rm(parent, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})

const environment = (data: string) => ({
  ...process.env,
  PORT: '0',
  PORTAL_DATA: data,
  PORTAL_DEMO: DEMO,
  // They create orders under one user's name, faster than a person may.
  PORTAL_CALLS_PER_SECOND: '10000',
})

async function run(command: 'backup' | 'restore', file: string, env: NodeJS.ProcessEnv): Promise<string> {
  const module = join(import.meta.dirname, `${command}-command.ts`)
  return (await promisify(execFile)(process.execPath, [module, file], { env, cwd: parent })).stdout
}

/** The whole portal on a data folder, as npm start starts it. */
async function startPortal(data: string): Promise<{ url: string; process: ChildProcess }> {
  const main = join(import.meta.dirname, '../../main.ts')
  const server = spawn(process.execPath, [main], { env: environment(data), stdio: ['ignore', 'pipe', 'pipe'] })
  ended.push(() => destroy(server, data))
  let output = ''
  const url = await new Promise<string>((resolve, reject) => {
    for (const stream of [server.stdout, server.stderr])
      stream.setEncoding('utf8').on('data', (more: string) => {
        output += more
        const found = /ready at (http:\S+)/.exec(output)?.[1]
        if (found) resolve(found)
      })
    server.once('exit', (code) => reject(new Error(`The portal ended with ${code}:\n${output}`)))
  })
  return { url, process: server }
}

/** Kills the portal and its PostgreSQL with kill -9, and deletes the folder. */
async function destroy(server: ChildProcess, data: string): Promise<void> {
  if (server.exitCode === null && server.signalCode === null) {
    server.kill('SIGKILL')
    await once(server, 'exit')
  }
  const pid = Number((await readFile(join(data, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0])
  if (pid > 0) process.kill(pid, 'SIGKILL')
  await rm(data, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 })
}

/** The database of a data folder, for factories and queries. */
async function databaseOf(data: string): Promise<TestDatabase & { close(): Promise<void> }> {
  const postgres = await attachOrOpenEmbeddedPostgres({ dataDirectory: data, report() {} })
  const owner = new pg.Client(postgres.ownerUrl)
  owner.on('error', () => undefined)
  await owner.connect()
  const close = async () => {
    await owner.end()
    await postgres.stop()
  }
  return {
    ...postgres,
    async asOwner(sql, values) {
      await owner.query(
        "select set_config('app.clients', (select array_append(array_agg(client_code), '')::text from clients), false)",
      )
      return (await owner.query<Record<string, unknown>>(sql, values)).rows
    },
    drop: close,
    close,
  }
}

/** Users who create orders one after the other until stopped. Records which orders were acknowledged, and when. */
function people(url: string, as: { token: string; client: string }, SKU: string) {
  const acknowledged: { order: string; at: number }[] = []
  let isOver = false
  const person = async (name: number) => {
    for (let count = 0; !isOver; count++) {
      const body = orderBody({ SKU, orderNo: `D-${name}-${count}` })
      const headers = { 'content-type': 'application/json', access_token: as.token, client: as.client }
      const answer = await fetch(`${url}/api/orders/create`, { method: 'POST', headers, body: JSON.stringify(body) })
      if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`)
      acknowledged.push({ order: body.orderNo, at: Date.now() })
    }
  }
  const all = Promise.all(Array.from({ length: PEOPLE }, (_, name) => person(name)))
  return {
    acknowledged,
    async until(count: number) {
      await expect.poll(() => acknowledged.length, { timeout: 120_000 }).toBeGreaterThan(count)
    },
    async stop() {
      isOver = true
      await all
    },
  }
}

const sumsOf = async (file: string) => Object.fromEntries((await readBackup(file)).sums)

/** Backs up the restored database: each table must have the same sum. */
async function expectSameRows(file: string, env: NodeJS.ProcessEnv, name: string): Promise<void> {
  const again = join(parent, `${name}.backup`)
  await run('backup', again, env)
  expect(await sumsOf(again)).toEqual(await sumsOf(file))
}

/** Restores into an external database as well. */
async function expectRestoresElsewhere(file: string, data: string): Promise<void> {
  const own = await createTestDatabase({ empty: true })
  ended.push(() => own.drop())
  const env = { ...environment(data), DATABASE_URL: own.ownerUrl, PORTAL_DEMO: 'off' }
  await run('restore', file, env)
  await expectSameRows(file, env, 'own')
}

test.each(Array.from({ length: ROUNDS }, (_, round) => [round + 1]))(
  'drill %i: a portal backed up under load and destroyed is restored to one moment',
  async () => {
    const data = join(parent, 'data')
    const portal = await startPortal(data)
    const database = await databaseOf(data)
    const client = await makeClient(database)
    const as = await makeSession(database, { clients: [client] })
    const SKU = await makeSku(database, { client })
    await database.close()

    const working = people(portal.url, as, SKU)
    await working.until(30)
    const began = Date.now()
    const file = join(parent, 'portal.backup')
    const backupOutput = await run('backup', file, environment(data))
    expect(backupOutput).toContain('rows of')
    const during = working.acknowledged.length
    await working.until(during + 10)
    await working.stop()
    const { url } = portal
    await cp(join(data, 'secret.key'), join(parent, 'secret.key'))
    await destroy(portal.process, data)
    await expect(fetch(`${url}/livez`)).rejects.toThrow()

    const restored = join(parent, 'restored')
    await mkdir(restored, { mode: 0o711 })
    await cp(join(parent, 'secret.key'), join(restored, 'secret.key'))
    const restoreOutput = await run('restore', file, environment(restored))
    expect(restoreOutput).toContain('The secret is the one that it was sealed with')
    // The restored portal was not started yet, so each table must equal the backup.
    if (ROUNDS > 1) await expectSameRows(file, environment(restored), 'again')

    const second = await startPortal(restored)
    const restoredDatabase = await databaseOf(restored)
    const orders = await restoredDatabase.asOwner(
      `select order_number, item_count = (select count(*) from order_lines l where l.client_code = o.client_code and l.order_number = o.order_number)
         and exists (select from order_history h where h.client_code = o.client_code and h.order_number = o.order_number)
         and exists (select from audit a where a.client_code = o.client_code and a.object = 'order ' || o.order_number) as "isWhole"
       from orders o where client_code = $1`,
      [client],
    )
    const restoredOrders = new Set(orders.map(({ order_number }) => order_number))
    const before = working.acknowledged.filter(({ at }) => at < began)
    expect(before.filter(({ order }) => !restoredOrders.has(order))).toEqual([])
    expect(orders.filter(({ isWhole }) => isWhole !== true)).toEqual([])
    expect(restoredOrders.size).toBeLessThan(working.acknowledged.length)
    process.stdout.write(
      `acknowledged ${working.acknowledged.length}, of them ${before.length} before the backup began: restored ${restoredOrders.size}, lost 0 of these, torn 0\n`,
    )
    // Signed-in users go on working.
    const headers = { 'content-type': 'application/json', access_token: as.token, client }
    const body = JSON.stringify(orderBody({ SKU, orderNo: 'AFTER-1' }))
    const created = await fetch(`${second.url}/api/orders/create`, { method: 'POST', headers, body })
    expect(created.status).toBe(200)
    await restoredDatabase.close()

    // A restore into the folder in use is refused and changes nothing.
    await expect(run('restore', file, environment(restored))).rejects.toMatchObject({
      stderr: expect.stringContaining('is not empty'),
    })
    expect((await fetch(`${second.url}/readyz`)).status).toBe(200)

    if (ROUNDS > 1) await expectRestoresElsewhere(file, restored)
  },
  // A limit for hangs: with the whole demo a drill takes minutes on a busy machine.
  900_000,
)

test('a failed restore leaves the folder unchanged', async () => {
  const data = join(parent, 'data')
  await mkdir(data, { mode: 0o711 })
  await writeFile(join(data, 'secret.key'), `${'s'.repeat(40)}\n`)
  const file = join(parent, 'none.backup')
  await writeFile(file, 'Despatch backup, format 1\n and nothing more')
  await expect(run('restore', file, environment(data))).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('is cut short or was altered'),
  })
  expect(await readFile(join(data, 'secret.key'), 'utf8')).toBe(`${'s'.repeat(40)}\n`)
  await expect(run('backup', file, environment(join(parent, 'nothing')))).rejects.toMatchObject({
    stderr: expect.stringContaining('There is no database in'),
  })
})

test('a data folder of another PostgreSQL version is refused with instructions', async () => {
  const data = join(parent, 'data')
  await mkdir(join(data, 'postgres'), { recursive: true, mode: 0o755 })
  await writeFile(join(data, 'postgres', 'PG_VERSION'), '17\n')
  for (const command of ['backup', 'restore'] as const)
    await expect(run(command, join(parent, 'x.backup'), environment(data))).rejects.toMatchObject({ code: 1 })
  await expect(run('backup', join(parent, 'x.backup'), environment(data))).rejects.toMatchObject({
    stderr: expect.stringMatching(/made by PostgreSQL 17.*npm run backup.*npm run restore FILE/s),
  })
})
