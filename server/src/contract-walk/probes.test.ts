import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeSession } from '../testing/factories.ts'
import type { SignedIn } from '../testing/test-portal.ts'
import { calls, type Input } from './calls.ts'
import { at, placesOf, withAt } from './mutations.ts'
import { sampleOf } from './samples.ts'
import { openWorld, type World } from './world.ts'

/**
 * Every call with every way to name another client: the header, the path, the query, the body, the id of an object. The caller
 * is a client administrator with all rights for their own client only.
 */
let world: World
let intruder: SignedIn & { userId: number }
beforeAll(async () => {
  world = await openWorld()
  intruder = await makeSession(world.portal.testDatabase, {
    clients: [world.ours.client],
    type: 'Client Administrator',
  })
})
let denied = 0
let probed = 0
afterAll(async () => {
  process.stdout.write(`cross-client probes: ${denied} of ${probed} denied\n`)
  await world.portal.close()
})

type Probe = { what: string; input: Input; client: string }

/** The valid input about one's own client, with one value at a time taken from the input about the other client. */
function probesOf(name: string): Probe[] {
  const [own, foreign] = [sampleOf(world, name, world.ours), sampleOf(world, name, world.theirs)]
  const probes: Probe[] = [
    { what: 'the header names the other client', input: own, client: world.theirs.client },
    { what: 'the header and all else are the other client’s', input: foreign, client: world.theirs.client },
    { what: 'all but the header is the other client’s', input: foreign, client: world.ours.client },
    { what: 'all is the other client’s, the header all clients', input: foreign, client: 'All_client' },
  ]
  for (const part of ['params', 'query', 'body'] as const) {
    if (typeof own[part] !== 'object') continue
    for (const place of placesOf(own[part])) {
      const [mine, theirs] = [at(own[part], place), at(foreign[part], place)]
      if (typeof mine === 'object' || mine === theirs) continue
      probes.push({
        what: `${part}.${place.join('.')} is the other client’s`,
        input: { ...own, [part]: withAt(own[part], place, theirs) },
        client: world.ours.client,
      })
    }
  }
  return probes
}

/** Everything stored about the other client and its users: a hash per table. */
async function hashTheirs(): Promise<unknown> {
  const on = world.portal.testDatabase
  const { client, mark } = world.theirs
  const [hashes] = await on.asOwner(await buildHashQuery(), [client, `${mark}%`])
  return hashes
}

let query = ''
async function buildHashQuery(): Promise<string> {
  if (query) return query
  const tables = await world.portal.testDatabase.asOwner(
    `select relname from pg_class join pg_attribute on attrelid = pg_class.oid
     where relkind = 'r' and relnamespace = 'public'::regnamespace and attname = 'client_code' and not attisdropped order by relname`,
  )
  const hashes = tables.map(
    ({ relname }) =>
      `(select md5(string_agg(t::text, '|' order by t::text)) from ${String(relname)} t where client_code = $1) as ${String(relname)}`,
  )
  query = `select ${hashes.join(', ')},
    (select jsonb_agg((to_jsonb(users) - 'last_login') || jsonb_build_object('sessions',
       (select jsonb_agg(s.session_id order by s.session_id) from sessions s where s.user_id = users.user_id)) order by user_id)
     from users where exists (select from user_clients m where m.user_id = users.user_id and m.client_code = $1)) as people,
    (select jsonb_agg(to_jsonb(v) order by view_id) from saved_views v where name like $2) as views,
    (select jsonb_agg(recipient order by mail_id) from mails) as mails`
  return query
}

// These send mail to any user they name, for any caller.
const OPEN_TO_ALL = new Set(['session.signIn', 'session.requestPasswordReset'])

/** Hashing takes ten times as long as the calls between, so it is done after this many calls and at the end. */
const CALLS_PER_HASH = 20

describe('naming another client reveals and changes nothing of it', () => {
  let before: unknown
  let since: string[] = []
  beforeAll(async () => {
    before = await hashTheirs()
  })
  const expectUnchanged = async () => {
    expect(await hashTheirs(), `after ${since.join(', ')}`).toEqual(before)
    since = []
  }
  test.each(calls.filter(({ name }) => !OPEN_TO_ALL.has(name)).map(({ name, route }) => [name, route] as const))(
    '%s',
    async (name, route) => {
      const probes = probesOf(name)
      // The link to a new password is checked instead of a session.
      const proper = [200, 400, 403, 404, 409, 422, 429, ...(route.permission === 'public' ? [401] : [])]
      probed += probes.length
      for (const { what, input, client } of probes) {
        const answer = await world.send(route, input, { access_token: intruder.token, client })
        expect(proper, `${what}: ${JSON.stringify(answer.body)}`).toContain(answer.status)
        expect(JSON.stringify(answer.body).toLowerCase(), what).not.toContain(world.theirs.mark.toLowerCase())
      }
      since.push(name)
      if (since.length === CALLS_PER_HASH) await expectUnchanged()
      denied += probes.length
    },
  )
  test('nor after the last of them', () => expectUnchanged())
})
