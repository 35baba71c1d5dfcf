import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { chooseFixedPort } from '../testing/network/fixed-port.ts'
import { makeClient, makeSession, makeSku } from '../testing/factories.ts'
import { orderBody } from '../testing/order-body.ts'
import { type ServerProcess, startServerProcess } from '../testing/server-process.ts'
import { openSmallBalancer } from '../testing/network/small-balancer.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'

/** npm run test:rolling repeats it more often, and behind HAProxy. */
const ROUNDS = Number(process.env['ROLLING_ROUNDS'] ?? 1)
/** Per sender, between two orders: frequent enough to hit every moment, while other tests need the machine too. */
const PAUSE_MS = ROUNDS > 1 ? 0 : 250
/** Many in the drill, as a balancer serves. */
const PEOPLE = ROUNDS > 1 ? 8 : 4
/** Restarting one of the two shows what happens to running requests; the drill restarts both. */
const RESTARTED = ROUNDS > 1 ? 2 : 1
const MANUAL = join(import.meta.dirname, '../../../docs/operate/several-servers.md')

let database: TestDatabase
let ports: number[]
let servers: ServerProcess[]
const ended: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ended.splice(0).toReversed()) await end()
})

async function startTwo(): Promise<void> {
  database = await createTestDatabase()
  ended.push(() => database.drop())
  const one = await chooseFixedPort()
  let other = one
  while (other === one) other = await chooseFixedPort()
  ports = [one, other]
  servers = await Promise.all(ports.map((port) => startServerProcess(database, { port })))
  ended.push(() => Promise.all(servers.map((server) => server.kill())))
}

/** Creates and reads orders until stopped. Returns the failures. */
async function load(url: string) {
  const client = await makeClient(database)
  const as = await makeSession(database, { clients: [client] })
  const SKU = await makeSku(database, { client })
  const headers = { 'content-type': 'application/json', access_token: as.token, client }
  const failed: string[] = []
  const created: string[] = []
  let count = 0
  let isOver = false
  const ask = async (path: string, body?: object) => {
    count++
    try {
      const answer = await fetch(url + path, {
        headers,
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      })
      const text = await answer.text()
      if (answer.status !== 200) failed.push(`${path}: ${answer.status} ${text.slice(0, 100)}`)
      return answer.status === 200
    } catch (error) {
      failed.push(`${path}: ${String((error as Error).cause ?? error)}`)
      return false
    }
  }
  const person = async (name: number) => {
    for (let turn = 0; !isOver; turn++) {
      const body = orderBody({ SKU, orderNo: `R-${name}-${turn}` })
      if (await ask('/api/orders/create', body)) created.push(body.orderNo)
      for (let reads = 0; reads < 4; reads++) await ask('/api/session')
      await sleep(PAUSE_MS)
    }
  }
  const all = Promise.all(Array.from({ length: PEOPLE }, (_, name) => person(name)))
  return {
    /** Waits until this many more requests are answered. */
    async more(many: number) {
      const from = count
      await expect.poll(() => count).toBeGreaterThan(from + many)
    },
    async stop() {
      isOver = true
      await all
      const kept = await database.asOwner('select order_number from orders where client_code = $1', [client])
      expect(new Set(kept.map(({ order_number }) => order_number))).toEqual(new Set(created))
      return { count, failed }
    },
  }
}

/** Restarts the servers one after the other as a supervisor does, each once the balancer has seen the previous one return. */
async function restartAll(isSeen: (port: number) => Promise<unknown>): Promise<void> {
  for (const [index, port] of ports.slice(0, RESTARTED).entries()) {
    expect(await servers[index]?.terminate()).toBe(0)
    servers[index] = await startServerProcess(database, { port })
    await isSeen(port)
  }
}

async function restartUnderLoad(url: string, isSeen: (port: number) => Promise<unknown>): Promise<void> {
  const working = await load(url)
  await working.more(50)
  for (let round = 0; round < ROUNDS; round++) await restartAll(isSeen)
  await working.more(50)
  const { count, failed } = await working.stop()
  process.stdout.write(`${RESTARTED * ROUNDS} restarts: ${count} requests, ${failed.length} failed\n`)
  expect(failed).toEqual([])
}

/** A restart takes about ten seconds, on a busy machine more. */
const PATIENCE_MS = 120_000 + ROUNDS * 120_000

test(
  'no request fails while two servers restart one after the other',
  async () => {
    await startTwo()
    const balancer = await openSmallBalancer(ports)
    ended.push(() => balancer.close())
    await restartUnderLoad(`http://127.0.0.1:${balancer.port}`, async (port) => {
      await expect.poll(() => balancer.isUp(port)).toBe(true)
    })
  },
  PATIENCE_MS,
)

test(
  'nor behind HAProxy with the configuration of docs/operate',
  async ({ skip }) => {
    skip(process.env['ROLLING_HAPROXY'] !== 'on', 'npm run test:rolling does it')
    await startTwo()
    const folder = await mkdtemp(join(tmpdir(), 'despatch-haproxy-'))
    ended.push(() => rm(folder, { recursive: true }))
    const port = await chooseFixedPort()
    const file = join(folder, 'haproxy.cfg')
    await writeFile(file, await configuration(port))
    const haproxy = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', 'inherit', 'inherit'] })
    ended.push(() => haproxy.kill('SIGKILL'))
    const url = `http://127.0.0.1:${port}`
    await expect
      .poll(() =>
        fetch(`${url}/readyz`).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(200)
    // HAProxy notifies nobody; it checks twice a second.
    await restartUnderLoad(url, () => sleep(3000))
  },
  PATIENCE_MS,
)

/** The configuration, with our ports and without TLS. */
async function configuration(port: number): Promise<string> {
  const [, lines = ''] = /```haproxy\n([^]*?)```/.exec(await readFile(MANUAL, 'utf8')) ?? []
  const [one, two] = ports
  const own = lines
    .replace(/^ {4}bind .*$/m, `    bind 127.0.0.1:${port}`)
    .replace('127.0.0.1:3000', `127.0.0.1:${one}`)
    .replace('127.0.0.1:3001', `127.0.0.1:${two}`)
  expect(own).toMatch(new RegExp(`bind 127.0.0.1:${port}\\n[^]*127.0.0.1:${one}\\n[^]*127.0.0.1:${two}\\n`))
  return own
}
