import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeClient, makeSession } from '../../testing/factories.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'

const { views, saveView, deleteView, keepLayout } = contract.session
let portal: TestPortal
beforeAll(async () => {
  portal = await openTestPortal()
})
afterAll(() => portal.close())

const LAYOUT = { columnVisibility: { email: false }, columnOrder: ['name', 'email'], columnSizing: { name: 120.5 } }
const session = (given: Parameters<typeof makeSession>[1] = {}) => makeSession(portal.testDatabase, given)
const save = (as: SignedIn, name: string, more: { isShared?: boolean; search?: string; table?: string } = {}) =>
  portal.call(
    saveView,
    { body: { table: 'users', name, search: 'active=true', layout: LAYOUT, isShared: false, ...more } },
    as,
  )
const seen = async (as: SignedIn, table = 'users') => (await portal.call(views, { query: { table } }, as)).body
const namesSeen = async (as: SignedIn) => (await seen(as)).views.map(({ name }) => name)

describe('the caller’s own views', () => {
  test('are saved and listed by table and name', async () => {
    const me = await session()
    const saved = await save(me, 'Active', { search: '?active=true&sort=name' })
    expect(saved.body).toEqual({
      message: 'Saved as Active.',
      view: {
        _id: expect.stringMatching(/^\d+$/),
        table: 'users',
        name: 'Active',
        search: '?active=true&sort=name',
        layout: LAYOUT,
        isShared: false,
        isOwn: true,
        by: 'Test User',
      },
    })
    await save(me, 'Elsewhere', { table: 'orders' })
    expect((await seen(me)).views).toEqual([saved.body.view])
    expect(await namesSeen(await session())).toEqual([])
  })

  test('a view of the same name, in any case, is replaced', async () => {
    const me = await session()
    const first = (await save(me, 'Active', { isShared: true })).body.view
    const second = (await save(me, 'ACTIVE', { search: 'x' })).body.view
    expect(second).toMatchObject({ _id: first._id, name: 'ACTIVE', search: 'x', isShared: false })
    expect(await namesSeen(me)).toEqual(['ACTIVE'])
  })

  test('can only be deleted by their owner', async () => {
    const me = await session()
    const colleague = await session({ clients: [me.client] })
    const { _id: id } = (await save(me, 'Shared', { isShared: true })).body.view
    expect(await portal.call(deleteView, { query: { id } }, colleague)).toMatchObject({ status: 404 })
    expect((await portal.call(deleteView, { query: { id } }, me)).status).toBe(200)
    expect(await portal.call(deleteView, { query: { id } }, me)).toMatchObject({ status: 404 })
    expect(await namesSeen(me)).toEqual([])
  })

  test('fifty per table; the next is refused, but old ones can still be replaced', async () => {
    const me = await session()
    await portal.testDatabase.asOwner(
      `insert into saved_views (user_id, table_name, name, search, layout)
       select $1, 'users', 'View ' || n, '', $2 from generate_series(1, 50) n`,
      [me.userId, JSON.stringify(LAYOUT)],
    )
    expect(await save(me, 'One more')).toMatchObject({
      status: 422,
      body: { code: 'unprocessable', message: expect.stringContaining('50 views') },
    })
    expect((await seen(me)).views).toHaveLength(50)
    expect((await save(me, 'View 7', { search: 'x' })).status).toBe(200)
    expect((await save(me, 'One more', { table: 'orders' })).status).toBe(200)
  })
})

describe('shared views', () => {
  test('a client user’s are visible to users with the same first client only', async () => {
    const [first, second] = [await makeClient(portal.testDatabase), await makeClient(portal.testDatabase)]
    const me = await session({ clients: [first, second] })
    await save(me, 'For us', { isShared: true })
    await save(me, 'For me')
    const colleague = await session({ clients: [second, first] })
    expect((await seen(colleague)).views).toMatchObject([
      { name: 'For us', isShared: true, isOwn: false, by: 'Test User' },
    ])
    for (const other of [{ clients: [second] }, {}, { clients: [], type: 'Internal Administrator' as const }])
      expect(await namesSeen(await session(other))).toEqual([])
  })

  test('an internal user’s are visible to internal users only, whatever clients are called', async () => {
    const me = await session({ clients: [], type: 'Internal User' })
    await save(me, 'For staff', { isShared: true })
    expect(await namesSeen(await session({ clients: [], type: 'Internal Administrator' }))).toContain('For staff')
    for (const code of ['internal', 'Internal', 'All_clients', 'null'])
      expect(await namesSeen(await session({ clients: [await makeClient(portal.testDatabase, { code })] }))).toEqual([])
  })

  test('a user without a client cannot share', async () => {
    const me = await session({ clients: [] })
    expect(await save(me, 'For whom', { isShared: true })).toMatchObject({ status: 422 })
    expect((await save(me, 'For me')).status).toBe(200)
  })
})

test('saving and deleting are audited', async () => {
  const me = await session()
  const { _id: id } = (await save(me, 'Mine', { isShared: true })).body.view
  await portal.call(deleteView, { query: { id } }, me)
  const rows = await portal.testDatabase.asOwner('select act, object from audit where user_id = $1 order by audit_id', [
    me.userId,
  ])
  expect(rows).toEqual([
    { act: 'session.view-saved', object: 'view Mine of users' },
    { act: 'session.view-deleted', object: 'view Mine of users' },
  ])
})

test('a layout is saved by user and table, and replaced', async () => {
  const me = await session()
  expect((await seen(me)).layout).toBeNull()
  const keep = (layout: object) => portal.send(keepLayout, { body: { table: 'users', layout } }, me)
  await keep(LAYOUT)
  expect((await seen(me)).layout).toEqual(LAYOUT)
  await keep({ ...LAYOUT, columnOrder: ['email'] })
  expect((await seen(me)).layout).toEqual({ ...LAYOUT, columnOrder: ['email'] })
  expect((await seen(me, 'orders')).layout).toBeNull()
  expect((await seen(await session())).layout).toBeNull()
  const widths = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`column${index}`, 120]))
  expect((await keep({ ...LAYOUT, columnSizing: widths })).status).toBe(400)
})
