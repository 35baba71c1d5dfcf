import { contract } from '@despatch/contract/contract'
import { mayCall } from '@despatch/contract/route/may-call'
import { SEES_EVERYTHING } from '@despatch/domain/administration/clients/visibility'
import { defaultPermissions } from '@despatch/domain/administration/roles/role-types'
import { isPassword } from '@despatch/server/sign-in/password/password'
import { permissionsFor } from '@despatch/server/http/authentication/open-session'
import { hashToken } from '@despatch/server/http/authentication/token'
import autocannon from 'autocannon'
import type pg from 'pg'
import { PASSWORD, usernameOf } from './fill.ts'
import { CLIENT_CODES } from './dataset.ts'
import type { Server } from '../load/processes.ts'
import { signIn } from '../load/sign-in.ts'
import { median, table, whole } from '../table.ts'

const CONNECTIONS = 16
const SIGN_IN_AIM = 0.8
const SHARE_AIM = 0.05
const LIST_P99_AIM = 50
const USERS = 100_000
/** So many of them sign in: of one name at a time, for attempts at once wait for one another. */
const WITH_PASSWORD = 500
const personOf = (number: number) => `bench-person-${number}`

type Target = { product: Server; owner: pg.Client; seconds: number; rounds: number }

/** Measures sign-in, authorisation and listing many users. Prints the figures; returns the aims missed. */
export async function measurePeople(target: Target): Promise<string[]> {
  await fillUsers(target.owner)
  try {
    return [...(await signIns(target)), ...(await authorisation(target)), ...(await listOfUsers(target))]
  } finally {
    await forgetUsers(target.owner)
  }
}

/** Sign-ins a second over HTTP beside bare argon2 verifies of the same cost, sixteen of either under way at a time. */
async function signIns({ product, owner, seconds, rounds }: Target): Promise<string[]> {
  const { rows } = await owner.query<{ password_hash: string }>('select password_hash from users where username = $1', [
    usernameOf(CLIENT_CODES[0] ?? ''),
  ])
  const hash = rows[0]?.password_hash
  const measured: { product: number; floor: number }[] = []
  for (let round = 0; round < rounds; round++) {
    let turn = 0
    const result = await autocannon({
      url: `${product.url}/api/users/login`,
      method: 'POST',
      connections: CONNECTIONS,
      duration: seconds,
      requests: [
        {
          headers: { 'content-type': 'application/json' },
          setupRequest: (request) => {
            const username = personOf(1 + (turn++ % WITH_PASSWORD))
            return { ...request, body: JSON.stringify({ username, password: PASSWORD }) }
          },
        },
      ],
    })
    if (result.non2xx || result.errors)
      throw new Error(
        `${result.non2xx + result.errors} sign-ins were refused: ${JSON.stringify(result.statusCodeStats)}`,
      )
    measured.push({ product: result.requests.average, floor: await verifiesPerSecond(hash, seconds) })
  }
  const [ours, floor] = [median(measured.map((one) => one.product)), median(measured.map((one) => one.floor))]
  const ratio = ours / floor
  console.log(`\nsign-in at ${CONNECTIONS} connections (aim: ${SIGN_IN_AIM} of bare argon2 verifies)`)
  console.log(
    table(
      ['', 'a second', 'of floor'],
      [
        ['sign-ins over HTTP', whole(ours), ratio.toFixed(2)],
        ['argon2 verifies', whole(floor), ''],
      ],
    ),
  )
  await owner.query('truncate sessions')
  return ratio < SIGN_IN_AIM ? [`sign-in: ${ratio.toFixed(2)} of bare verifies`] : []
}

/** Waits with those whom the sign-ins of this bench wait with. */
const AS_STRANGER = { lane: 'stranger', who: 'the bench' } as const

async function verifiesPerSecond(hash: string | undefined, seconds: number): Promise<number> {
  const until = performance.now() + seconds * 1000
  let count = 0
  const began = performance.now()
  const one = async () => {
    while (performance.now() < until) {
      if (!(await isPassword(PASSWORD, hash, AS_STRANGER))) throw new Error('The password of the bench is wrong')
      count++
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, one))
  return count / ((performance.now() - began) / 1000)
}

/**
 * Measures the share of authorisation in a request's time: the walk of the permission tree, limited by what the client
 * withholds. Prints the time to find the session separately.
 */
async function authorisation({ product, owner, seconds }: Target): Promise<string[]> {
  const client = CLIENT_CODES[0] ?? ''
  const token = await signIn(product, client)
  const { rows } = await owner.query<{ number: string }>(
    'select order_number as number from orders where client_code = $1 limit 1',
    [client],
  )
  const result = await autocannon({
    url: `${product.url}${contract.orders.searchByOrderNumber.path}`,
    method: 'POST',
    connections: 1,
    duration: seconds,
    headers: { 'content-type': 'application/json', access_token: token, client },
    body: JSON.stringify({ orderNumber: rows[0]?.number }),
  })
  const request = 1_000_000 / result.requests.average
  const rolePermissions = defaultPermissions('Client Administrator')
  const clientRestrictions = {
    [client]: { covered: null, disabled: { 'orderManagement.viewNewOrders': 'Stocktaking' }, off: [] },
  }
  const { permission } = contract.orders.searchByOrderNumber
  const decide = (narrowed: boolean) =>
    microseconds(() =>
      mayCall(
        permission,
        permissionsFor(
          {
            rolePermissions,
            clientRestrictions: narrowed ? clientRestrictions : {},
            roleSees: SEES_EVERYTHING,
            seesOf: {},
          },
          client,
        ),
      ),
    )
  const [plain, narrowed] = [decide(false), decide(true)]
  const lookup = await sessionLookup(owner, token, client)
  const share = narrowed / request
  console.log(`\nauthorisation, of one order read at 1 connection (aim: under ${SHARE_AIM * 100} %)`)
  console.log(
    table(
      ['', 'µs', 'of the request'],
      [
        ['the whole request', request.toFixed(0), ''],
        ['may the caller do this', plain.toFixed(1), percent(plain / request)],
        ['the same, cut by the client’s menu options', narrowed.toFixed(1), percent(share)],
        ['who is it (session, user, role, clients), in the database', lookup.toFixed(1), percent(lookup / request)],
      ],
    ),
  )
  return share > SHARE_AIM ? [`authorisation: ${percent(share)} of a request`] : []
}

const percent = (part: number) => `${(part * 100).toFixed(1)} %`

function microseconds(work: () => unknown): number {
  const times = 20_000
  for (let warm = 0; warm < times; warm++) work()
  const began = performance.now()
  for (let time = 0; time < times; time++) work()
  return ((performance.now() - began) * 1000) / times
}

async function sessionLookup(owner: pg.Client, token: string, client: string): Promise<number> {
  const times = 5000
  await owner.query('begin')
  const before = performance.now()
  await owner.query(
    `select count(s.session_id) from generate_series(1, ${times}) n
     cross join lateral open_session(decode($1, 'hex'), $2, false, now() + n * interval '0 s') s`,
    [hashToken(token).toString('hex'), client],
  )
  const took = performance.now() - before
  await owner.query('rollback')
  return (took * 1000) / times
}

/** The list of users, of which there are a hundred thousand: first page, a search, a page far on. */
async function listOfUsers({ product, seconds }: Target): Promise<string[]> {
  const token = await signIn(product, 'operator')
  const asked: [string, string][] = [
    ['first page', '?page=1&limit=50'],
    ['search', '?page=1&limit=50&search=person%2042'],
    ['page 1,000', '?page=1000&limit=50'],
    ['newest first', '?page=1&limit=50&sort=created_on&desc=true'],
  ]
  const rows: string[][] = []
  const missed: string[] = []
  for (const [what, query] of asked) {
    for (const connections of [1, CONNECTIONS]) {
      const result = await autocannon({
        url: `${product.url}/api/users${query}`,
        connections,
        duration: seconds,
        headers: { access_token: token, client: 'All_client' },
      })
      if (result.non2xx || result.errors) throw new Error(`The list of users was refused: ${what}`)
      rows.push([
        what,
        String(connections),
        whole(result.requests.average),
        result.latency.p50.toFixed(1),
        result.latency.p99.toFixed(1),
      ])
      if (connections === 1 && result.latency.p99 >= LIST_P99_AIM)
        missed.push(`users, ${what}: p99 ${result.latency.p99} ms`)
    }
  }
  console.log(`\nlist of ${whole(USERS)} users (aim: p99 under ${LIST_P99_AIM} ms)`)
  console.log(table(['', 'connections', 'requests/s', 'p50 ms', 'p99 ms'], rows))
  return missed
}

async function forgetUsers(owner: pg.Client): Promise<void> {
  await owner.query("delete from users where username like 'bench-person-%' or username = $1", [usernameOf('operator')])
  await owner.query("delete from roles where code = 'bench-operator'")
  await owner.query('truncate sign_in_failures')
}

async function fillUsers(owner: pg.Client): Promise<void> {
  await owner.query(
    `insert into roles (code, name, role_type, is_internal, permissions) values ('bench-operator', 'Operator', 'Internal Administrator', true, $1)`,
    [defaultPermissions('Internal Administrator')],
  )
  await owner.query(
    `insert into users (username, role_id, password_hash)
     select $1, (select role_id from roles where code = 'bench-operator'), password_hash from users where username = $2`,
    [usernameOf('operator'), usernameOf(CLIENT_CODES[0] ?? '')],
  )
  await owner.query(
    `insert into users (username, first_name, last_name, email, role_id, password_hash)
     select 'bench-person-' || n, 'Person', n::text, 'person.' || n || '@example.com', (select min(role_id) from roles),
       case when n <= ${WITH_PASSWORD} then (select password_hash from users where username = $1) else '' end
     from generate_series(1, ${USERS}) n`,
    [usernameOf(CLIENT_CODES[0] ?? '')],
  )
  await owner.query(
    `insert into user_clients (user_id, client_code)
     select user_id, (array[${CLIENT_CODES.map((code) => `'${code}'`).join(',')}])[1 + user_id % ${CLIENT_CODES.length}]
     from users where username like 'bench-person-%'`,
  )
  await owner.query('vacuum (analyze) users')
  await owner.query('vacuum (analyze) user_clients')
}
