import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { overTcp } from '../../testing/network/over-tcp.ts'
import { attachOrOpenEmbeddedPostgres, type EmbeddedPostgres, openEmbeddedPostgres } from './open-embedded-postgres.ts'
import { chooseThrowawayFolder } from './throwaway-folder.ts'

/** A data folder with a database that was created and stopped: creating one takes longer than most of these tests. */
let made: string
let dataDirectory: string
let lines: string[]
let opened: EmbeddedPostgres[]
let servers: ChildProcess[]

/** Path of a data folder that does not exist yet. */
async function newPlace(): Promise<string> {
  const parent = await mkdtemp(join(await chooseThrowawayFolder(), 'despatch-embedded-'))
  // If these tests run as root, PostgreSQL runs as another user.
  await chmod(parent, 0o711)
  return join(parent, 'data')
}

beforeAll(async () => {
  made = await newPlace()
  await (await openEmbeddedPostgres({ dataDirectory: made, report() {} })).stop()
})
afterAll(() => rm(join(made, '..'), { recursive: true, force: true }))

/** Copies the prepared database into the data folder, with the owner of its files. */
const bringDatabase = () => promisify(execFile)('cp', ['-a', made, dataDirectory])

beforeEach(async () => {
  dataDirectory = await newPlace()
  ;[lines, opened, servers] = [[], [], []]
})

afterEach(async () => {
  for (const server of servers) server.kill('SIGKILL')
  for (const postgres of opened) await postgres.stop()
  // A killed process may still be writing its last file.
  await rm(join(dataDirectory, '..'), { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})

async function open(): Promise<EmbeddedPostgres> {
  const postgres = await openEmbeddedPostgres({ dataDirectory, report: (line) => lines.push(line) })
  opened.push(postgres)
  return postgres
}

async function ask(url: string, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ answer: unknown }>(sql)
    return rows[0]?.answer
  } finally {
    await client.end()
  }
}

/** Another process that opens the data folder and nothing else. */
async function serve(): Promise<{ process: ChildProcess; said: string }> {
  const module = fileURLToPath(new URL('./open-embedded-postgres.ts', import.meta.url))
  const script = `
    const { openEmbeddedPostgres } = await import(${JSON.stringify(module)});
    try {
      const p = await openEmbeddedPostgres({ dataDirectory: ${JSON.stringify(dataDirectory)}, report() {} });
      console.log(p.ownerUrl);
    } catch (error) { console.log(error.message); }`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  servers.push(child)
  const said = await new Promise<string>((resolve) =>
    child.stdout.once('data', (data: Buffer) => resolve(data.toString().trim())),
  )
  return { process: child, said }
}

const postmasterPid = async () =>
  Number((await readFile(join(dataDirectory, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '0')).split('\n')[0])

test('committed rows survive a restart, and nobody else can read the passwords', async () => {
  const first = await open()
  await ask(first.ownerUrl, 'create table kept as select 7 as answer')
  await first.stop()
  expect(await postmasterPid()).toBe(0)
  const second = await open()
  expect(await ask(second.ownerUrl, 'select answer from kept')).toBe(7)
  expect((await stat(join(dataDirectory, 'postgres-credentials.json'))).mode & 0o777).toBe(0o600)
  await expect(ask(second.appUrl.replace(/app:[^@]+@/, 'app:wrong@'), 'select 1')).rejects.toThrow(
    'password authentication failed',
  )
  const superuser = new URL(second.ownerUrl)
  superuser.username = 'postgres'
  await expect(ask(superuser.href, 'select 1')).rejects.toThrow('pg_hba.conf')
})

/** Whether the URL connects over TCP; over a Unix socket there is no client address. */
const isTcp = (url: string) => ask(url, 'select inet_client_addr() is not null as answer')

test('it accepts connections over its Unix socket and over TCP', async (context) => {
  context.skip(process.platform === 'win32', 'on Windows the database is reached over TCP')
  await bringDatabase()
  // As in an older cluster.
  const file = join(dataDirectory, 'postgres', 'pg_hba.conf')
  const [ofTcp = ''] = (await readFile(file, 'utf8')).split('\n')
  await writeFile(file, `${ofTcp}\n`)
  const { ownerUrl, appUrl } = await open()
  expect([await isTcp(ownerUrl), await isTcp(appUrl)]).toEqual([false, false])
  const beside = await attachOrOpenEmbeddedPostgres({ dataDirectory, report() {} })
  expect(beside).toMatchObject({ ownerUrl, appUrl })
  expect(await isTcp(overTcp(appUrl).href)).toBe(true)
})

test('with a path too long for a socket it is reached over TCP', async () => {
  dataDirectory = join(dataDirectory, '..', 'a'.repeat(100))
  await bringDatabase()
  const { appUrl } = await open()
  expect(await isTcp(appUrl)).toBe(true)
})

test('a second server on the same data folder is refused with the first one’s pid', async () => {
  await bringDatabase()
  await open()
  const second = await serve()
  expect(second.said).toContain(`Process ${process.pid} already uses ${dataDirectory}`)
})

test('a command uses the running server’s database, or opens it if there is no server', async () => {
  await bringDatabase()
  const report = () => {}
  const alone = await attachOrOpenEmbeddedPostgres({ dataDirectory, report })
  await ask(alone.ownerUrl, 'create table kept as select 7 as answer')
  await alone.stop()
  const server = await serve()
  const beside = await attachOrOpenEmbeddedPostgres({ dataDirectory, report })
  expect(beside.ownerUrl).toBe(server.said)
  await beside.stop()
  expect(await ask(server.said, 'select answer from kept')).toBe(7)
})

test('after kill -9 of the server the next start stops its PostgreSQL and loses nothing', async () => {
  await bringDatabase()
  const killed = await serve()
  await ask(killed.said, 'create table kept as select 7 as answer')
  const stray = await postmasterPid()
  const ended = once(killed.process, 'exit')
  killed.process.kill('SIGKILL')
  await ended
  const next = await open()
  expect(lines.join()).toContain(`left behind (process ${stray})`)
  expect(await ask(next.ownerUrl, 'select answer from kept')).toBe(7)
})

test('after kill -9 of server and PostgreSQL the next start recovers', async () => {
  await bringDatabase()
  const killed = await serve()
  await ask(killed.said, 'create table kept as select 7 as answer')
  const ended = once(killed.process, 'exit')
  killed.process.kill('SIGKILL')
  process.kill(await postmasterPid(), 'SIGKILL')
  await ended
  const next = await open()
  expect(await ask(next.ownerUrl, 'select answer from kept')).toBe(7)
  const { searchParams, port } = new URL(next.ownerUrl)
  const sockets = (await readdir(join(dataDirectory, 'postgres'))).filter((name) => name.startsWith('.s.PGSQL'))
  expect(sockets.toSorted()).toEqual(searchParams.has('host') ? [`.s.PGSQL.${port}`, `.s.PGSQL.${port}.lock`] : [])
})

test('a PostgreSQL that is killed restarts on the same port, until it dies too often', async () => {
  await bringDatabase()
  const postgres = await open()
  await ask(postgres.ownerUrl, 'create table kept as select 7 as answer')
  process.kill(await postmasterPid(), 'SIGKILL')
  await vi.waitFor(() => expect(lines).toContain('PostgreSQL is back'), 120_000)
  expect(await ask(postgres.ownerUrl, 'select answer from kept')).toBe(7)
  for (let deaths = 2; deaths <= 6; deaths++) {
    process.kill(await postmasterPid(), 'SIGKILL')
    const back = () => expect(lines.filter((line) => line === 'PostgreSQL is back').length).toBe(deaths)
    if (deaths < 6) await vi.waitFor(back, 120_000)
  }
  expect((await postgres.lost).message).toContain('died 6 times')
})

test('an interrupted creation is repeated; a folder that is no database is left alone', async () => {
  await mkdir(join(dataDirectory, 'postgres.unfinished', 'base'), { recursive: true })
  const postgres = await open()
  await postgres.stop()
  await rm(join(dataDirectory, 'postgres', 'PG_VERSION'))
  await expect(open()).rejects.toThrow('is there, but is no database')
})

test('a dead process’s lock or a reused pid is taken over; lost passwords are replaced', async () => {
  await bringDatabase()
  await writeFile(join(dataDirectory, 'server.lock'), JSON.stringify({ pid: process.ppid, identity: 'earlier' }))
  await rm(join(dataDirectory, 'postgres-credentials.json'))
  const postgres = await open()
  expect(await ask(postgres.appUrl, 'select 7 as answer')).toBe(7)
})
