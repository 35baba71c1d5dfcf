import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeUser, PASSWORD } from '../../testing/factories.ts'
import { openTestPortal, type TestPortal } from '../../testing/test-portal.ts'

const { signIn, requestPasswordReset } = contract.session
const OWNERS = '198.51.100.7'
const STRANGERS = '203.0.113.9'
let portal: TestPortal
beforeAll(async () => {
  portal = await openTestPortal()
})
afterAll(() => portal.close())
beforeEach(() => portal.testDatabase.asOwner('delete from sign_in_failures'))

type AttemptInput = { from: string; password?: string; device?: string }
/** The test acts as the trusted proxy, and names the caller's address. */
const attempt = (username: string, { from, password = PASSWORD, device }: AttemptInput) =>
  portal.call(signIn, { body: { username, password, ...(device !== undefined && { device }) } }, undefined, {
    'x-forwarded-for': from,
  })
const statusOf = async (username: string, given: AttemptInput) => (await attempt(username, given)).status
const wrong = async (username: string, from: string, times: number) => {
  for (let time = 0; time < times; time++) await attempt(username, { from, password: 'wrong' })
}
/** Extends every wait to an hour: the first wait of two seconds may pass on a busy machine. */
const holdBlocks = () =>
  portal.testDatabase.asOwner(
    "update sign_in_failures set blocked_until = now() + interval '1 hour' where blocked_until > 'epoch'",
  )
/** The device secret of a browser in which the user has signed in. */
async function deviceOf(username: string, from = OWNERS): Promise<string> {
  const { body } = await attempt(username, { from, device: '' })
  return body.device ?? expect.fail('A browser that asked was given no secret')
}
const forgetNetworks = () => portal.testDatabase.asOwner('delete from known_networks')

test('a stranger’s nine wrong passwords block the stranger’s network, and nobody else', async () => {
  const { username } = await makeUser(portal.testDatabase)
  await wrong(username, STRANGERS, 9)
  await holdBlocks()
  expect(await statusOf(username, { from: STRANGERS })).toBe(429)
  expect(await statusOf(username, { from: OWNERS })).toBe(200)
})

test('IPv6 addresses with the same first 64 bits count as one network', async () => {
  const { username } = await makeUser(portal.testDatabase)
  for (let host = 1; host <= 4; host++) await wrong(username, `2001:db8:1:2::${host}`, 1)
  await holdBlocks()
  expect(await statusOf(username, { from: '2001:db8:1:2:ffff::1' })).toBe(429)
  expect(await statusOf(username, { from: '2001:db8:1:3::1' })).toBe(200)
})

test('a name attacked from many networks is delayed at unknown devices, not at the owner’s', async () => {
  const { username } = await makeUser(portal.testDatabase)
  const device = await deviceOf(username)
  await forgetNetworks()
  for (let network = 1; network <= 21; network++) await wrong(username, `203.0.${network}.1`, 1)
  await holdBlocks()
  expect(await statusOf(username, { from: '192.0.2.77' })).toBe(429)
  expect(await statusOf(username, { from: '192.0.2.77', device: 'A'.repeat(43) })).toBe(429)
  expect(await statusOf(username, { from: '192.0.2.77', device })).toBe(200)
})

test('nor is it at a network that the owner has signed in from', async () => {
  const { username } = await makeUser(portal.testDatabase)
  expect(await statusOf(username, { from: OWNERS })).toBe(200)
  for (let network = 1; network <= 21; network++) await wrong(username, `203.0.${network}.1`, 1)
  await holdBlocks()
  expect(await statusOf(username, { from: '192.0.2.77' })).toBe(429)
  expect(await statusOf(username, { from: OWNERS })).toBe(200)
})

describe('people behind one address', () => {
  test('a colleague’s 51 failures block nobody else, known or new', async () => {
    const [clumsy, colleague] = [await makeUser(portal.testDatabase), await makeUser(portal.testDatabase)]
    for (let time = 0; time < 51; time++) {
      await wrong(clumsy.username, OWNERS, 1)
      await portal.testDatabase.asOwner("update sign_in_failures set blocked_until = 'epoch'")
    }
    expect(await statusOf(colleague.username, { from: OWNERS })).toBe(200)
  })

  test('many failing names block newcomers, not people known at the network or device', async () => {
    const [newcomer, regular, traveller] = [
      await makeUser(portal.testDatabase),
      await makeUser(portal.testDatabase),
      await makeUser(portal.testDatabase),
    ]
    expect(await statusOf(regular.username, { from: OWNERS })).toBe(200)
    const device = await deviceOf(traveller.username, '192.0.2.1')
    for (let name = 0; name < 52; name++) await wrong(`nobody.${name}`, OWNERS, 1)
    await holdBlocks()
    expect(await statusOf(newcomer.username, { from: OWNERS })).toBe(429)
    expect(await statusOf(regular.username, { from: OWNERS })).toBe(200)
    expect(await statusOf(traveller.username, { from: OWNERS })).toBe(429)
    expect(await statusOf(traveller.username, { from: OWNERS, device })).toBe(200)
  })
})

describe('a known device', () => {
  test('has its own limit, so a stolen one cannot be used to guess passwords', async () => {
    const { username } = await makeUser(portal.testDatabase)
    const device = await deviceOf(username)
    for (let time = 0; time < 4; time++) await attempt(username, { from: STRANGERS, password: 'wrong', device })
    await holdBlocks()
    expect(await statusOf(username, { from: STRANGERS, device })).toBe(429)
    expect(await statusOf(username, { from: OWNERS })).toBe(200)
  })

  test('is known for each user who signed in with it, with one secret', async () => {
    const [one, other] = [await makeUser(portal.testDatabase), await makeUser(portal.testDatabase)]
    const device = await deviceOf(one.username)
    await wrong(other.username, STRANGERS, 4)
    await holdBlocks()
    expect(await statusOf(other.username, { from: STRANGERS, device })).toBe(429)
    expect((await attempt(other.username, { from: OWNERS, device })).body.device).toBe(device)
    expect(await statusOf(other.username, { from: STRANGERS, device })).toBe(200)
  })

  test('is given to callers that ask, keeps its secret, and is never invented', async () => {
    const { username } = await makeUser(portal.testDatabase)
    expect((await attempt(username, { from: OWNERS })).body).not.toHaveProperty('device')
    const device = await deviceOf(username)
    expect((await attempt(username, { from: OWNERS, device })).body.device).toBe(device)
    for (const madeUp of ['B'.repeat(43), 'short', 'x'.repeat(200)])
      expect((await attempt(username, { from: OWNERS, device: madeUp })).body.device).not.toBe(madeUp)
    const kept = await portal.testDatabase.asOwner("select encode(token_hash, 'escape') from known_devices")
    expect(JSON.stringify(kept)).not.toContain(device)
  })

  test('expires after half a year; beyond the limit the oldest is forgotten', async () => {
    const { id, username } = await makeUser(portal.testDatabase)
    const device = await deviceOf(username)
    await portal.testDatabase.asOwner("update known_devices set last_used_at = now() - interval '181 days'")
    await wrong(username, STRANGERS, 4)
    await holdBlocks()
    expect(await statusOf(username, { from: STRANGERS, device })).toBe(429)
    for (let browser = 0; browser < 22; browser++) await deviceOf(username)
    const [kept] = await portal.testDatabase.asOwner('select count(*)::int from known_devices where user_id = $1', [id])
    expect(kept).toEqual({ count: 20 })
  })
})

test('asking from many networks sends a few mails, and blocks nobody from asking', async () => {
  const email = `mailed.${Date.now()}@example.com`
  const { id, username } = await makeUser(portal.testDatabase)
  await portal.testDatabase.asOwner('update users set email = $1 where user_id = $2', [email, id])
  for (let network = 1; network <= 8; network++) {
    const asked = await portal.call(requestPasswordReset, { query: { username } }, undefined, {
      'x-forwarded-for': `203.0.${network}.1`,
    })
    expect(asked.status).toBe(200)
  }
  const [links] = await portal.testDatabase.asOwner('select count(*)::int from password_links where user_id = $1', [id])
  expect(links).toEqual({ count: 5 })
})
