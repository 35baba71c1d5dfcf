import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeSession } from '../testing/factories.ts'
import type { SignedIn } from '../testing/test-portal.ts'
import { calls, type Input } from './calls.ts'
import { at, placesOf, withAt } from './mutations.ts'
import { sampleOf } from './samples.ts'
import { openWorld, type World } from './world.ts'

/**
 * Every call with every way to name another client: the header, the path, the query, the body, the id of an object. The
 * caller is a client administrator who holds every right there is, of their own client alone.
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

/** The valid input about one's own client, with one value after another taken from the input about the other client. */
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

/** All that is kept of the other client, and of who belongs to it, as one text. */
async function keptOfTheirs(): Promise<string> {
  const on = world.portal.testDatabase
  const { client, mark } = world.theirs
  const tables = await on.asOwner(
    `select relname from pg_class join pg_attribute on attrelid = pg_class.oid
     where relkind = 'r' and relnamespace = 'public'::regnamespace and attname = 'client_code' and not attisdropped order by relname`,
  )
  const kept: unknown[] = []
  for (const { relname } of tables)
    kept.push(
      (
        await on.asOwner(
          `select jsonb_agg(to_jsonb(t) order by to_jsonb(t)::text) as rows from ${String(relname)} t where client_code = $1`,
          [client],
        )
      )[0],
    )
  kept.push(
    await on.asOwner(
      `select to_jsonb(users) - 'last_login' as person, (select jsonb_agg(s.session_id order by s.session_id) from sessions s where s.user_id = users.user_id) as sessions
       from users where exists (select from user_clients m where m.user_id = users.user_id and m.client_code = $1) order by user_id`,
      [client],
    ),
    await on.asOwner('select * from saved_views where name like $1 order by view_id', [`${mark}%`]),
    await on.asOwner('select recipient from mails order by mail_id'),
  )
  return JSON.stringify(kept)
}

// It mails whoever it names, whoever asks: that is what it is for.
const OPEN_TO_ALL = new Set(['session.signIn', 'session.requestPasswordReset'])

describe('naming another client gets nothing of it, and changes nothing of it', () => {
  test.each(calls.filter(({ name }) => !OPEN_TO_ALL.has(name)).map(({ name, route }) => [name, route] as const))(
    '%s',
    async (name, route) => {
      const before = await keptOfTheirs()
      for (const { what, input, client } of probesOf(name)) {
        probed++
        const answer = await world.send(route, input, { access_token: intruder.token, client })
        expect(answer.status, `${what}: ${JSON.stringify(answer.body)}`).toBeLessThan(500)
        expect(JSON.stringify(answer.body).toLowerCase(), what).not.toContain(world.theirs.mark.toLowerCase())
        expect(await keptOfTheirs(), what).toBe(before)
        denied++
      }
    },
  )
})
