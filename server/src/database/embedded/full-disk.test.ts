import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmod,
  mkdir,
  mkdtemp,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
  chown,
  readdir,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { fullDisk } from './full-disk.ts'
import { attachOrOpenEmbeddedPostgres, openEmbeddedPostgres } from './open-embedded-postgres.ts'

const run = promisify(execFile)
const MAIN = join(import.meta.dirname, '../../main.ts')
const MEGABYTE = 1_048_576
const MINUTE = 60_000

test('a full disk is recognised by the error; one with space is not', async () => {
  const folder = await realpath(tmpdir())
  expect(await fullDisk(folder, new Error('FATAL: could not write to file: No space left on device'))).toMatch(
    /^The disk of \/.* is full \(\d+ MB free\): PostgreSQL needs 32 MB to start$/,
  )
  expect(await fullDisk(folder, new Error('invalid checkpoint record'))).toBeUndefined()
  expect(await fullDisk('/no/such/folder', '')).toBeUndefined()
})

/** A data folder whose WAL is on a file system of 64 MB, mostly filled by `ballast`. */
async function openSmallDisk() {
  const parent = await realpath(await mkdtemp(join(tmpdir(), 'despatch-full-')))
  const [data, small] = [join(parent, 'data'), join(parent, 'small')]
  await chmod(parent, 0o711)
  await (await openEmbeddedPostgres({ dataDirectory: data, report() {} })).stop()
  await mkdir(small)
  await run('mount', ['-t', 'tmpfs', '-o', 'size=64m,mode=0755', 'tmpfs', small])
  onTestFinished(async () => {
    await run('umount', ['-l', small])
    await rm(parent, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  })
  const [there, wal] = [join(data, 'postgres', 'pg_wal'), join(small, 'pg_wal')]
  const { uid, gid } = await stat(there)
  await run('cp', ['-a', there, wal])
  await rename(there, `${there}.before`)
  await rm(`${there}.before`, { recursive: true })
  await symlink(wal, there)
  await chown(small, uid, gid)
  const ballast = join(small, 'ballast')
  await writeFile(ballast, Buffer.alloc(24 * MEGABYTE))
  expect((await readdir(wal)).length).toBeGreaterThan(0)
  return { data, wal, ballast }
}

async function startServer(data: string) {
  const env = { ...process.env, PORT: '0', PORTAL_DATA: data, PORTAL_DEMO: 'off', DATABASE_URL: '' }
  const server = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(server, 'exit')
  let said = ''
  for (const stream of [server.stdout, server.stderr])
    stream.setEncoding('utf8').on('data', (more: string) => (said += more))
  onTestFinished(async () => {
    server.kill('SIGTERM')
    await ended
  })
  const url = await expect
    .poll(() => /ready at (http:\S+)/.exec(said)?.[1], { timeout: MINUTE })
    .toBeDefined()
    .then(() => /ready at (http:\S+)/.exec(said)?.[1])
  return { url, said: () => said, isRunning: () => server.exitCode === null }
}

test(
  'a full disk stops the database; the portal says so and recovers with the space',
  async (context) => {
    context.skip(!process.env['FULL_DISK'], 'npm run test:full-disk does it: it mounts a file system, as root')
    const { data, wal, ballast } = await openSmallDisk()
    const { url, said, isRunning } = await startServer(data)
    const ready = async () => {
      const answer = await fetch(`${url}/readyz`)
      return `${answer.status} ${await answer.text()}`
    }
    expect(await ready()).toBe('200 ready')

    const { ownerUrl } = await attachOrOpenEmbeddedPostgres({ dataDirectory: data, report() {} })
    const client = new pg.Client(ownerUrl)
    client.on('error', () => undefined)
    await client.connect()
    await client.query('create table filled (number int, filling text)')
    let kept = 0
    const fill = async () => {
      for (; ; kept++)
        await client.query(
          "insert into filled select $1, string_agg(md5(n::text), '') from generate_series(1, 20000) n",
          [kept],
        )
    }
    await expect(fill()).rejects.toThrow()
    await expect.poll(ready, { timeout: MINUTE }).toMatch(`503 not ready: The disk of ${wal} is full`)

    // It stays up, repeats the message with growing pauses, and answers what it can.
    await expect
      .poll(said, { timeout: MINUTE })
      .toMatch(/tried again in 1 s[^]*tried again in 2 s[^]*tried again in 4 s/)
    expect(said()).toContain(`The disk of ${wal} is full`)
    expect(isRunning()).toBe(true)
    expect((await fetch(`${url}/livez`)).status).toBe(200)
    const call = await fetch(`${url}/api/users/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'nobody', password: 'nothing at all' }),
    })
    expect([call.status, await call.json()]).toMatchObject([503, { code: 'unavailable' }])

    await rm(ballast)
    await expect.poll(ready, { timeout: MINUTE }).toBe('200 ready')
    const again = new pg.Client(ownerUrl)
    await again.connect()
    expect((await again.query('select count(*)::int as count from filled')).rows).toEqual([{ count: kept }])
    await again.end()
    expect(await readFile(join(data, 'postgres', 'PG_VERSION'), 'utf8')).toMatch(/^\d+/)
  },
  5 * MINUTE,
)
