import { contract } from '@despatch/contract/contract'
import { exportsRoom } from '@despatch/contract/route/exports'
import { buffer } from 'node:stream/consumers'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { inClient } from '../../database/in-client.ts'
import { openZip } from '../../files/workbook/workbook-parts.ts'
import type { FeedPortal } from '../../testing/feed-portal.ts'
import { personOrders, openPersonsPortal, PERSON } from '../../testing/people-data.ts'
import { waitUntilBlocked } from '../../testing/wait-until-blocked.ts'
import { csvRow } from '@despatch/domain/text/csv-cell'
import { eraseAgain, readErasures } from './erase-again.ts'
import { eraseOrders } from './erase-person.ts'
import { ERASURE_COLUMNS } from './erasures-report.ts'

const { find, erase, export: exportPerson, exportErasures } = contract['personal-data']

let on: FeedPortal
beforeAll(async () => {
  on = await openPersonsPortal()
})
afterAll(() => on.portal.close())

const keys = (...numbers: string[]) => numbers.map((orderNumber) => ({ clientCode: on.me.client, orderNumber }))
const eraseThem = (...numbers: string[]) =>
  on.portal.call(erase, { body: { orders: keys(...numbers), requestReference: 'DSR-12', reason: 'request' } }, on.me)

/** Waits for an export and downloads it. */
async function fileOf(exportId: string): Promise<Response> {
  const listed = () => on.portal.call(exportsRoom.list, {}, on.me)
  await vi.waitFor(
    async () =>
      expect((await listed()).body.exports.find((job) => job.exportId === exportId)?.status).toBe('Succeeded'),
    20_000,
  )
  return fetch(`${on.portal.url}/api/exports/file?exportId=${exportId}`, {
    headers: { access_token: on.me.token, client: on.me.client },
  })
}
const textOf = async (exportId: string) => (await fileOf(exportId)).text()

test('an archive contains the workbook with its photos and evidence', async () => {
  const { body } = await on.portal.call(exportPerson, { body: { orders: keys('P-1', 'P-2') } }, on.me)
  expect(body.fileName).toBe('Personal data.zip')
  const answer = await fileOf(body.exportId)
  expect(answer.headers.get('content-type')).toBe('application/zip')
  const zip = await openZip(Buffer.from(await answer.arrayBuffer()))
  const files = new Map<string, string>()
  for await (const entry of zip.eachEntry()) {
    const bytes = await buffer(await zip.openReadStreamPromise(entry))
    const [sheet] = entry.fileName.endsWith('.xlsx') ? (await readXlsx(bytes)).sheets : []
    files.set(entry.fileName, sheet ? JSON.stringify(sheet.rows) : bytes.toString())
  }
  const photo = `${on.me.client} P-1/RT-1 photo 1.jpg`
  const [workbook, evidence, ...others] = [...files.keys()].filter((name) => name !== photo)
  expect(workbook).toBe('Personal data.xlsx')
  expect(evidence).toMatch(new RegExp(`^${on.me.client} P-1/C-\\d{6} 1 ${PERSON.lastName}\\.pdf$`))
  expect(others).toEqual([])
  expect(files.get(photo)).toBe('photo of Quagliotti')
  expect(files.get(evidence ?? '')).toBe('Invoice to Quagliotti')
  for (const expected of [PERSON.email, photo, evidence]) expect(files.get('Personal data.xlsx')).toContain(expected)
})

test('a file contains all of a person’s data, and is deleted on erasure', async () => {
  const { body, status } = await on.portal.call(
    exportPerson,
    { body: { orders: keys('P-1', 'P-2'), format: 'csv' } },
    on.me,
  )
  expect(status).toBe(200)
  const text = await textOf(body.exportId)
  for (const expected of [
    PERSON.email,
    PERSON.address,
    'phone: +44 7700 909090 → +44 7700 909099',
    `${PERSON.firstName} rang`,
    `For ${PERSON.lastName}`,
    `Signed by ${PERSON.lastName}`,
    `${PERSON.firstName} was sorry`,
    `Call me at ${PERSON.phone}`,
    'pixels; file ',
    `Dear ${PERSON.lastName}`,
    `${PERSON.lastName}.pdf`,
    'Cancelled',
  ])
    expect(text).toContain(expected)
})

test('an erasure waits for an amendment under way, and is all or nothing', async () => {
  const { asOwner } = on.portal.testDatabase
  await on.feed(personOrders('P-5'))
  await asOwner('begin')
  await asOwner(
    "update orders set phone = '0', version = version + 1 where client_code = $1 and order_number = 'P-5'",
    [on.me.client],
  )
  const erasing = eraseThem('P-1', 'P-5')
  await waitUntilBlocked(on.portal.testDatabase)
  await asOwner('commit')
  expect((await erasing).status).toBe(422)
  const details = { requestReference: 'DSR-9', reason: 'request' as const, at: new Date(), byName: 'test' }
  await inClient(on.portal.database, on.me.client, async (transaction) => {
    await eraseOrders(transaction, { clientCode: on.me.client, numbers: ['P-1'] }, details)
    throw new Error('killed')
  }).catch(() => undefined)
  expect(await asOwner('select from erasures')).toEqual([])
  const { body } = await on.portal.call(find, { body: { search: PERSON.email } }, on.me)
  expect(body.people[0]?.records.map(({ isErased }) => isErased)).not.toContain(true)
})

test('a restored backup is erased again by the list, including orders still missing', async () => {
  const { asOwner } = on.portal.testDatabase
  const { status, body: done } = await eraseThem('P-1', 'P-2')
  expect(status, JSON.stringify(done)).toBe(200)
  const { body: mine } = await on.portal.call(exportsRoom.list, {}, on.me)
  expect(mine.exports.map(({ report }) => report)).not.toContain('personal-data')
  const { body } = await on.portal.call(exportErasures, {}, on.me)
  const text = await textOf(body.exportId)
  const list = await readErasures(
    (async function* () {
      yield Buffer.from(text)
    })(),
  )
  expect(list.map(({ orderNumber, request }) => [orderNumber, request])).toEqual([
    ['P-1', 'DSR-12'],
    ['P-2', 'DSR-12'],
  ])
  // As in an older backup: the order is complete, and the erasure is unknown.
  await asOwner('delete from erased_orders')
  await asOwner('delete from erasures')
  await asOwner(
    "update orders set customer_last_name = $2, email = $3 where client_code = $1 and order_number = 'P-1'",
    [on.me.client, PERSON.lastName, PERSON.email],
  )
  const more = [
    ...list,
    { clientCode: on.me.client, orderNumber: 'P-77', request: 'DSR-13' },
    { clientCode: 'GONE', orderNumber: 'X', request: '' },
  ]
  expect(await eraseAgain(on.portal.database, more, 'test')).toEqual({ erased: 3, already: 0, unknown: ['GONE'] })
  expect(await eraseAgain(on.portal.database, more, 'test')).toEqual({ erased: 0, already: 3, unknown: ['GONE'] })
  await on.feed(personOrders('P-77'))
  const orders = await asOwner(
    `select order_number, customer_last_name, email, phone, post_code from orders
     where client_code = $1 and order_number in ('P-1', 'P-77') order by 1`,
    [on.me.client],
  )
  expect(orders).toEqual(
    ['P-1', 'P-77'].map((order_number) => ({
      order_number,
      customer_last_name: 'Erased',
      email: '',
      phone: '',
      post_code: 'SW1Y',
    })),
  )
})

test('the list keeps order numbers that a spreadsheet would execute', async () => {
  const numbers = ['=1+1', '+44123', '@SUM', '-2', "'tis"]
  const bytes = async function* () {
    yield Buffer.from(
      [ERASURE_COLUMNS, ...numbers.map((number) => ['ACME', number, 'DSR', '', ''])].map(csvRow).join(''),
    )
  }
  expect((await readErasures(bytes())).map(({ orderNumber }) => orderNumber)).toEqual(numbers)
})

test('a file that is no list of erasures is refused', async () => {
  const bytes = async function* () {
    yield Buffer.from('Order,Name\r\nP-1,Ada\r\n')
  }
  await expect(readErasures(bytes())).rejects.toThrow('This is no list of erasures')
})
