import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSession } from './testing/factories.ts'
import { waitUntilBlocked } from './testing/wait-until-blocked.ts'
import { openTestPortal, type TestPortal } from './testing/test-portal.ts'
import { removeExpired } from './cleanup.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await openTestPortal()
})
afterAll(() => portal.close())

test('expired rows are deleted, and current ones stay', async () => {
  const { asOwner } = portal.testDatabase
  const session = await makeSession(portal.testDatabase)
  await makeSession(portal.testDatabase)
  await asOwner("update sessions set created_at = now() - interval '25 hours' where user_id = $1", [session.userId])
  await asOwner(
    `insert into idempotency_keys (client_code, user_id, key, call, request_hash, created_at)
     values ($1, 1, 'old', '/', '', now() - interval '8 days'), ($1, 1, 'new', '/', '', now()),
       ('', 1, 'old, for no client', '/', '', now() - interval '8 days')`,
    [session.client],
  )
  await asOwner(
    `insert into sign_in_failures (subject, failures, last_failed_at, blocked_until) values ('a', 3, now() - interval '25 hours', now()), ('b', 3, now(), now())`,
  )
  await asOwner(
    `insert into sign_in_steps (token_hash, user_id, step, created_at) values
       ('a', $1, 'new-password', now() - interval '16 minutes'), ('b', $1, 'new-password', now() - interval '14 minutes')`,
    [session.userId],
  )
  await asOwner(
    `insert into password_links values ('a', $1, now() - interval '1 minute'), ('b', $1, now() + interval '1 minute')`,
    [session.userId],
  )
  await asOwner(
    `insert into work_progress values (gen_random_uuid(), $1, 'done', 1, 1, now() - interval '25 hours'),
       (gen_random_uuid(), $1, 'reading', 1, 1, now())`,
    [session.userId],
  )
  await asOwner(
    `insert into what_ifs (client_code, what_if_id, user_id, at, draft, changes, rule_book_version, days, since) values
       ($1, gen_random_uuid(), 1, now() - interval '31 days', '{}', '[]', 1, 7, now()), ($1, gen_random_uuid(), 1, now(), '{}', '[]', 1, 7, now())`,
    [session.client],
  )
  await asOwner(
    `insert into order_receipts (client_code, command_id, order_number, user_id, at, action, outcome, message) values
       ($1, gen_random_uuid(), 'A', 1, now() - interval '31 days', 'cancel', 'refused', ''), ($1, gen_random_uuid(), 'A', 1, now(), 'cancel', 'refused', '')`,
    [session.client],
  )
  await asOwner(
    `insert into api_keys (name, token_hash, beginning, client_codes, feeds, is_internal, created_at, created_by, user_id, old_token_hash, old_token_until)
     values ('gone', 'a', '', array[$1], '{}', true, now(), '', 1, 'b', now() - interval '1 minute'),
       ('good', 'c', '', array[$1], '{}', true, now(), '', 1, 'd', now() + interval '1 minute')`,
    [session.client],
  )
  await asOwner(
    `insert into webhooks (client_code, name, url, secret, events, created_at, created_by, old_secret, old_secret_until)
     values ($1, 'gone', '', '', '{}', now(), '', 'a', now() - interval '1 minute'),
       ($1, 'good', '', '', '{}', now(), '', 'b', now() + interval '1 minute')`,
    [session.client],
  )
  await removeExpired(portal.database, new Date())
  const old = await asOwner(
    `select name, old_token_hash is not null as is_kept from api_keys
     union all select name, old_secret is not null from webhooks order by name`,
  )
  expect(old.map(({ name, is_kept }) => [name, is_kept])).toEqual([
    ['gone', false],
    ['gone', false],
    ['good', true],
    ['good', true],
  ])
  const [left] = await asOwner(
    `select (select count(*) from sessions)::int as sessions, (select count(*) from idempotency_keys)::int as keys,
            (select count(*) from sign_in_failures)::int as failures, (select count(*) from sign_in_steps)::int as steps,
            (select count(*) from password_links)::int as links, (select count(*) from work_progress)::int as progress,
            (select count(*) from what_ifs)::int as what_ifs,
            (select count(*) from order_receipts)::int as receipts`,
  )
  expect(left).toEqual({ sessions: 1, keys: 1, failures: 1, steps: 1, links: 1, progress: 1, what_ifs: 1, receipts: 1 })
})

test('expired rows are deleted even if they exceed one transaction', async () => {
  const { asOwner } = portal.testDatabase
  const { client } = await makeSession(portal.testDatabase)
  await asOwner(
    `insert into idempotency_keys (client_code, user_id, key, call, request_hash, created_at)
     select $1, 1, 'key ' || n, '/', '', now() - interval '8 days' from generate_series(1, 5001) as n`,
    [client],
  )
  await asOwner(
    `insert into what_ifs (client_code, what_if_id, user_id, at, draft, changes, rule_book_version, days, since)
     select $1, gen_random_uuid(), 1, now() - interval '31 days', '{}', '[]', 1, 7, now() from generate_series(1, 11)`,
    [client],
  )
  await removeExpired(portal.database, new Date())
  for (const table of ['idempotency_keys', 'what_ifs'])
    expect(await asOwner(`select from ${table} where client_code = $1`, [client]), table).toEqual([])
})

test('while waiting for a lock it holds no row that the other may need', async () => {
  const { asOwner } = portal.testDatabase
  const { client } = await makeSession(portal.testDatabase)
  await asOwner(
    `with made as (
       insert into webhooks (client_code, name, url, secret, events, created_at, created_by, old_secret, old_secret_until)
       values ($1, 'Shop', '', '', '{}', now(), '', 'a', now() - interval '1 minute') returning *
     )
     insert into webhook_deliveries (client_code, webhook_id, event_id, event, at, payload, next_attempt_at, queued_at)
     select client_code, webhook_id, gen_random_uuid(), 'order.created', now(), '{}', now() + interval '1 day',
       now() - interval '31 days' from made`,
    [client],
  )
  await asOwner('begin')
  await asOwner('select from webhooks where client_code = $1 for update', [client])
  const removed = removeExpired(portal.database, new Date())
  await waitUntilBlocked(portal.testDatabase)
  // Like a delivery that is settled: first its webhook, then itself.
  await asOwner('select from webhook_deliveries where client_code = $1 for update nowait', [client])
  await asOwner('commit')
  await removed
  expect(await asOwner('select from webhooks where old_secret_until < now()')).toEqual([])
  expect(await asOwner('select from webhook_deliveries where client_code = $1', [client])).toEqual([])
})
