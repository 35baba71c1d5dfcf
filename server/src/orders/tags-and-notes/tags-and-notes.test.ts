import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeClient, makeSession, makeSku } from '../../testing/factories.ts'
import { orderBody } from '../../testing/order-body.ts'
import { openTestPortal, refusalOf, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'

const { tag, tagNames, addNote, notes, deleteNote, assign, colleagues, create, list, listTotal, listCounts, total } =
  contract.orders
const { notices, readNotices } = contract.session

type Me = SignedIn & { userId: number; client: string }
let portal: TestPortal
let ada: Me
let bob: Me
let staff: Me
let stranger: Me
let SKU: string
beforeAll(async () => {
  portal = await openTestPortal()
  const on = portal.testDatabase
  const client = await makeClient(on, { code: 'ACME' })
  SKU = await makeSku(on, { client, code: 'MUG' })
  ada = await makeSession(on, { clients: [client], username: 'ada' })
  bob = await makeSession(on, { clients: [client], username: 'bob.b' })
  staff = {
    ...(await makeSession(on, { clients: [], type: 'Internal User', username: 'ops.sam' })),
    client: 'ACME',
  }
  stranger = await makeSession(on, { clients: [await makeClient(on, { code: 'OTHER' })], username: 'eve' })
  await makeSession(on, { clients: [client], username: 'blind', holds: () => false })
})
afterAll(() => portal.close())

let made = 0
let orderNumber: string
const newOrder = async () => {
  const orderNo = `N-${++made}`
  const { status } = await portal.call(create, { body: orderBody({ SKU, orderNo }) }, ada)
  expect(status).toBe(200)
  return orderNo
}
beforeEach(async () => {
  orderNumber = await newOrder()
})

const named = (...numbers: string[]) => ({ orders: numbers.map((number) => ({ orderNumber: number })) })
const listed = async (filter: object, as = ada) =>
  (await portal.call(list, { body: { ...filter } }, as)).body.Orders.map((row) => row.orderNumber)
const note = (text: string, as = ada, isInternal = false) =>
  portal.send(addNote, { body: { orderNumber, note: text, isInternal } }, as)
const notesOf = async (as: Me) => (await portal.call(notes, { body: { orderNumber } }, as)).body.notes
const bell = async (as: Me) => (await portal.call(notices, {}, as)).body.notices

test('tags keep any script, ignore case, and filter orders with or without them', async () => {
  const other = await newOrder()
  const { body } = await portal.call(tag, { body: { ...named(orderNumber, other), add: ['Gift', 'هدية'] } }, ada)
  expect(body.message).toBe('2 orders tagged.')
  await portal.call(tag, { body: { ...named(orderNumber), add: ['GIFT', ' urgent  one '] } }, ada)
  await portal.call(tag, { body: { ...named(other), remove: ['gift'] } }, ada)
  const rows = (await portal.call(list, { body: { tag: ['هدية'] } }, ada)).body.Orders
  expect(Object.fromEntries(rows.map((row) => [row.orderNumber, row.tags]))).toEqual({
    [orderNumber]: ['Gift', 'urgent one', 'هدية'],
    [other]: ['هدية'],
  })
  expect(await listed({ tag: ['gift'] })).toEqual([orderNumber])
  expect(await listed({ tag: ['gift'], isNot: ['tag'] })).not.toContain(orderNumber)
  expect((await portal.call(total, { body: { tag: ['gift'] } }, ada)).body.total).toBe(1)
  expect((await portal.call(tagNames, { body: { search: 'g' } }, ada)).body.tags).toEqual(['Gift'])
  expect((await portal.call(tagNames, { body: {} }, stranger)).body.tags).toEqual([])
  const counts = (await portal.call(listCounts, { query: {} }, ada)).body
  expect(counts.values).toContainEqual({ choice: 'tag', value: 'هدية', title: 'هدية', count: 2 })
})

test('too many tags, missing orders and foreign orders change nothing', async () => {
  const many = Array.from({ length: 20 }, (_, index) => `T${index}`)
  await portal.call(tag, { body: { ...named(orderNumber), add: many } }, ada)
  const other = await newOrder()
  const tooMany = refusalOf(await portal.send(tag, { body: { ...named(other, orderNumber), add: ['One more'] } }, ada))
  expect(tooMany.message).toBe(
    `Order ${orderNumber} would have 21 tags, but the limit is 20. Remove some first. Nothing was changed.`,
  )
  expect(await listed({ tag: ['One more'] })).toEqual([])
  expect(refusalOf(await portal.send(tag, { body: { ...named(other, 'NONE'), add: ['X'] } }, ada)).code).toBe(
    'not_found',
  )
  const theirs = { orders: [{ clientCode: 'ACME', orderNumber }], add: ['Mine'] }
  expect(refusalOf(await portal.send(tag, { body: theirs }, stranger)).code).toBe('not_found')
  expect(refusalOf(await portal.send(tag, { body: { ...named(other), add: ['x'.repeat(41)] } }, ada)).code).toBe(
    'validation_failed',
  )
})

test('two simultaneous taggers do not exceed the limit together', async () => {
  const add = (from: number) => Array.from({ length: 12 }, (_, index) => `T${from + index}`)
  const both = await Promise.all([
    portal.send(tag, { body: { ...named(orderNumber), add: add(0) } }, ada),
    portal.send(tag, { body: { ...named(orderNumber), add: add(12) } }, bob),
  ])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422])
})

test('all matches except some are tagged in one call', async () => {
  const other = await newOrder()
  const third = await newOrder()
  await portal.call(tag, { body: { ...named(orderNumber, other, third), add: ['batch'] } }, ada)
  const { body } = await portal.call(
    tag,
    { body: { matching: { tag: ['batch'] }, except: [{ orderNumber: third }], add: ['done'] } },
    ada,
  )
  expect(body.orders).toBe(2)
  expect((await listed({ tag: ['done'] })).toSorted()).toEqual([orderNumber, other].toSorted())
})

test('orders of several clients are audited separately for each client', async () => {
  const theirs = 'N-OF-OTHER'
  const otherSku = await makeSku(portal.testDatabase, { client: 'OTHER', code: 'CUP' })
  await portal.call(create, { body: orderBody({ SKU: otherSku, orderNo: theirs }) }, stranger)
  const of = [
    { clientCode: 'ACME', orderNumber },
    { clientCode: 'OTHER', orderNumber: theirs },
  ]
  const all = { ...staff, client: 'All_client' }
  await portal.call(tag, { body: { orders: of, add: ['both'] } }, all)
  await portal.call(assign, { body: { orders: of, userId: String(staff.userId) } }, all)
  const stored = await portal.testDatabase.asOwner(
    `select client_code, act, object from audit where act in ('order.tagged', 'order.assigned')
       and object in ('order ${orderNumber}', 'order ${theirs}') order by audit_id`,
  )
  expect(stored.map((row) => Object.values(row).join(' '))).toEqual([
    `ACME order.tagged order ${orderNumber}`,
    `OTHER order.tagged order ${theirs}`,
    `ACME order.assigned order ${orderNumber}`,
    `OTHER order.assigned order ${theirs}`,
  ])
})

test('a note shows its author, who alone deletes it; its length is limited', async () => {
  await note('Leave it with the neighbour')
  const [stored] = await notesOf(bob)
  expect(stored).toMatchObject({ by: 'ada', note: 'Leave it with the neighbour', isInternal: false, isOwn: false })
  const remove = (as: Me) => portal.send(deleteNote, { body: { orderNumber, noteId: stored?.noteId ?? '' } }, as)
  expect(refusalOf(await remove(bob)).message).toBe('Only the author of a note can delete it.')
  expect(refusalOf(await note('x'.repeat(10_000))).fields?.[0]?.message).toBe(
    'A note is at most 4,000 characters; this one has 10,000',
  )
  const timeline = () =>
    portal.call(contract.enquiries.timeline, { query: { orderNumber, kinds: 'note' } }, bob).then(({ body }) => body)
  expect((await timeline()).entries).toMatchObject([
    { title: 'Note', detail: 'Leave it with the neighbour', by: 'ada' },
  ])
  expect((await remove(ada)).status).toBe(200)
  expect(await notesOf(ada)).toEqual([])
  expect((await timeline()).counts.note).toBe(0)
})

test('an internal note is visible to staff only', async () => {
  await note('They owe us money', staff, true)
  expect(await notesOf(staff)).toMatchObject([{ isInternal: true, isOwn: true }])
  expect(await notesOf(ada)).toEqual([])
  const query = { orderNumber }
  const seen = await portal.call(contract.enquiries.timeline, { query }, ada)
  expect([JSON.stringify(seen.body).includes('owe us'), seen.body.counts.note]).toEqual([false, 0])
  expect(JSON.stringify((await portal.call(contract.enquiries.timeline, { query }, staff)).body)).toContain('owe us')
  expect(refusalOf(await note('Mine', ada, true)).code).toBe('unauthorized_access')
  // The client's activity shows neither its writing nor its deletion.
  const [{ noteId } = { noteId: '' }] = await notesOf(staff)
  await portal.call(deleteNote, { body: { orderNumber, noteId } }, staff)
  const stored = await portal.testDatabase.asOwner(
    `select client_code, act from audit where act like 'order.note%' and object = 'order ${orderNumber}' order by audit_id`,
  )
  expect(stored).toEqual([
    { client_code: '', act: 'order.noted' },
    { client_code: '', act: 'order.note-deleted' },
  ])
})

test('notes are found by the order’s number in any case', async () => {
  const inOther = orderNumber.toLowerCase()
  expect((await portal.send(addNote, { body: { orderNumber: inOther, note: 'Fragile' } }, ada)).status).toBe(200)
  const { body } = await portal.call(notes, { body: { orderNumber: inOther } }, bob)
  expect(body.notes).toMatchObject([{ note: 'Fragile' }])
  expect(await notesOf(bob)).toEqual(body.notes)
  const noteId = body.notes[0]?.noteId ?? ''
  expect((await portal.call(deleteNote, { body: { orderNumber: inOther, noteId } }, ada)).status).toBe(200)
})

test('mentioned users who may see the order are notified; others are refused', async () => {
  await note('@Bob.B please look, and write to me@example.com')
  const [notified] = await bell(bob)
  expect(notified).toMatchObject({ kind: 'mention', by: 'ada', orderNumber, clientCode: 'ACME', isRead: false })
  for (const name of ['eve', 'blind', 'nobody']) {
    const { fields = [] } = refusalOf(await note(`@${name} look`))
    expect(fields[0]?.message).toBe(
      `No colleague called @${name} can see this order. Choose one from the list, or leave out the @.`,
    )
  }
  const internal = refusalOf(await note('@bob.b look', staff, true))
  expect(internal.fields?.[0]?.message).toContain('can’t see internal notes. They are for the operator’s staff only')
  expect(await notesOf(ada)).toHaveLength(1)
  await portal.call(readNotices, { body: { upTo: notified?.noticeId ?? '' } }, bob)
  expect((await bell(bob))[0]?.isRead).toBe(true)
  expect(await bell(ada)).toEqual([])
})

test('orders are assigned to users who may see them, counted, and notified once', async () => {
  const other = await newOrder()
  const give = (userId: number | null, as = ada) =>
    portal.send(assign, { body: { ...named(orderNumber, other), userId: userId === null ? '' : String(userId) } }, as)
  const before = (await bell(bob)).length
  expect((await give(bob.userId)).body).toMatchObject({ message: '2 orders assigned to bob.b.' })
  const notified = await bell(bob)
  expect([notified.length - before, notified[0]?.kind, notified[0]?.orders]).toEqual([1, 'assigned', 2])
  const body = { assignee: [String(bob.userId)] }
  expect((await portal.call(listTotal, { body }, ada)).body.total).toBe(2)
  expect((await portal.call(list, { body }, ada)).body.Orders[0]?.assignedTo).toBe('bob.b')
  expect((await portal.call(listCounts, { query: {} }, bob)).body.views.assignedToMe).toBe(2)
  expect((await portal.call(listCounts, { query: {} }, ada)).body.views.assignedToMe).toBe(0)
  expect(refusalOf(await give(stranger.userId)).message).toContain('can’t see all of these orders')
  await give(null)
  expect((await portal.call(listTotal, { body }, ada)).body.total).toBe(0)
  const people = (await portal.call(colleagues, {}, ada)).body.colleagues.map(({ username }) => username)
  expect(people).toEqual(expect.arrayContaining(['ada', 'bob.b', 'ops.sam']))
  expect(people).not.toEqual(expect.arrayContaining(['eve']))
})

test('a client that hides staff names shows none in notes or choices', async () => {
  await note('@ops.sam will call', staff)
  await portal.testDatabase.asOwner(
    `update client_settings set settings = '{"showStaffNames": false}' where client_code = 'ACME'`,
  )
  const [read] = await notesOf(ada)
  expect(read).toMatchObject({ by: 'Despatch operations', note: '@Despatch operations will call' })
  const people = (await portal.call(colleagues, {}, ada)).body.colleagues.map(({ username }) => username)
  expect(people).not.toContain('ops.sam')
  expect(refusalOf(await note('@ops.sam look')).fields?.[0]?.message).toContain('No colleague called @ops.sam')
})
