import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeClient, makeSession, makeUser, PASSWORD } from '../../testing/factories.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'

const { signInBlocks, clearSignInBlocks } = contract.users
const { signIn } = contract.session
const STRANGERS = '2001:db8:1:2::3'
let portal: TestPortal
let acme: string
let administrator: SignedIn
let elsewhere: SignedIn
beforeAll(async () => {
  portal = await openTestPortal()
  acme = await makeClient(portal.testDatabase)
  administrator = await makeSession(portal.testDatabase, { clients: [acme], type: 'Client Administrator' })
  elsewhere = await makeSession(portal.testDatabase, { type: 'Client Administrator' })
})
afterAll(() => portal.close())
beforeEach(() => portal.testDatabase.asOwner('delete from sign_in_failures'))

const attempt = async (username: string, password: string, from = STRANGERS) =>
  (await portal.call(signIn, { body: { username, password } }, undefined, { 'x-forwarded-for': from })).status
const blocks = async (as: SignedIn) => (await portal.call(signInBlocks, {}, as)).body.blocks

test('an administrator sees a blocked user’s network and times, and clears the block', async () => {
  const { id, username } = await makeUser(portal.testDatabase, { clients: [acme] })
  const began = Date.now()
  for (let time = 1; time <= 3; time++) await attempt(username, 'wrong')
  expect(await blocks(administrator)).toEqual([])
  await attempt(username, 'wrong')
  const [block, ...more] = await blocks(administrator)
  expect(more).toEqual([])
  expect(block).toMatchObject({
    _id: String(id),
    username,
    kind: 'password',
    scope: 'network',
    network: '2001:db8:1:2::/64',
    failures: 4,
  })
  expect(new Date(block?.since ?? 0).getTime()).toBeGreaterThanOrEqual(began - 1000)
  expect(new Date(block?.until ?? 0).getTime()).toBeGreaterThan(new Date(block?.since ?? 0).getTime())
  // The first wait is two seconds, which may pass on a busy machine.
  await portal.testDatabase.asOwner(
    "update sign_in_failures set blocked_until = now() + interval '1 hour' where blocked_until > 'epoch'",
  )
  expect(await blocks(administrator)).toMatchObject([{ username, isWaiting: true }])
  expect(await blocks(elsewhere)).toEqual([])

  expect(await portal.call(clearSignInBlocks, { query: { user: String(id) } }, elsewhere)).toMatchObject({
    status: 404,
  })
  expect(await attempt(username, PASSWORD)).toBe(429)
  expect(await portal.call(clearSignInBlocks, { query: { user: String(id) } }, administrator)).toMatchObject({
    status: 200,
    body: { message: `${username} can try to sign in again from everywhere.` },
  })
  expect(await blocks(administrator)).toEqual([])
  expect(await attempt(username, PASSWORD)).toBe(200)
  const [row] = await portal.testDatabase.asOwner(
    "select client_code, act from audit where record = $1 and act = 'user.unblocked'",
    [`user:${id}`],
  )
  expect(row).toEqual({ client_code: acme, act: 'user.unblocked' })
})

test('a user attacked from many networks is listed as such; clearing needs Edit', async () => {
  const { id, username } = await makeUser(portal.testDatabase, { clients: [acme] })
  for (let network = 1; network <= 21; network++) await attempt(username, 'wrong', `203.0.${network}.1`)
  expect(await blocks(administrator)).toMatchObject([{ scope: 'everywhere', network: '', failures: 21 }])
  const reader = await makeSession(portal.testDatabase, {
    clients: [acme],
    type: 'Client Administrator',
    holds: (_leaf, right) => right !== 'Edit',
  })
  expect(await blocks(reader)).toHaveLength(1)
  expect(await portal.call(clearSignInBlocks, { query: { user: String(id) } }, reader)).toMatchObject({ status: 403 })
})

test('only internal administrators see a network where newcomers wait, and clear it', async () => {
  const operator = {
    ...(await makeSession(portal.testDatabase, { type: 'Internal Administrator', clients: [] })),
    client: 'All_client',
  }
  const network = '198.51.100.7'
  const networks = async (as: SignedIn) => (await portal.call(signInBlocks, {}, as)).body.networks
  const clear = (as: SignedIn) => portal.call(clearSignInBlocks, { query: { network } }, as)
  for (let name = 1; name <= 50; name++) await attempt(`newcomer${name}`, 'wrong', network)
  expect(await networks(operator)).toEqual([])
  await attempt('newcomer51', 'wrong', network)
  await portal.testDatabase.asOwner(
    "update sign_in_failures set blocked_until = now() + interval '1 hour' where blocked_until > 'epoch'",
  )
  const { username } = await makeUser(portal.testDatabase, { clients: [acme] })
  expect(await attempt(username, PASSWORD, network)).toBe(429)
  expect(await networks(operator)).toMatchObject([{ kind: 'password', network, names: 51, isWaiting: true }])
  expect(await networks(administrator)).toEqual([])

  expect(await clear(administrator)).toMatchObject({ status: 404 })
  expect(await clear(operator)).toMatchObject({
    status: 200,
    body: { message: `People who are new at ${network} can try to sign in again.` },
  })
  expect(await networks(operator)).toEqual([])
  expect(await attempt(username, PASSWORD, network)).toBe(200)
  expect(await clear(operator)).toMatchObject({ status: 404 })
  const [row] = await portal.testDatabase.asOwner('select client_code, act from audit where object = $1', [
    `network ${network}`,
  ])
  expect(row).toEqual({ client_code: '', act: 'user.unblocked' })
})

test('clearing needs either a user or a network', async () => {
  for (const query of [{}, { user: '1', network: '198.51.100.7' }])
    expect(await portal.call(clearSignInBlocks, { query }, administrator)).toMatchObject({ status: 400 })
})

test('unknown usernames are not listed', async () => {
  for (let time = 1; time <= 5; time++) await attempt('nobody.here', 'wrong')
  const operator = await makeSession(portal.testDatabase, { type: 'Internal Administrator', clients: [] })
  expect(await blocks({ ...operator, client: 'All_client' })).toEqual([])
})
