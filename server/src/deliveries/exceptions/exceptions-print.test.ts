import { contract } from '@despatch/contract/contract'
import { PDF_FAILED } from '@despatch/domain/feedback/messages'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PrintedForm } from '../../pdf/printed-form.ts'
import { printForm } from '../../pdf/print-form.ts'
import { makeClient, makeSession } from '../../testing/factories.ts'
import { makeParcel } from '../../testing/parcels.ts'
import { partsOf, readPdf } from '../../testing/pdf/read-pdf.ts'
import { carrierItem, makeRuleBook } from '../../testing/rule-books.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'

const { list } = contract['delivery-exceptions']
const LONG_NUMBER = `JD0002${'9876543210'.repeat(4)}GBXX`
const LONG_ORDER = `SO/2024-${'0123456789'.repeat(4)}AB`
const LONG_SERVICE = 'A service with a name that is far too long to be printed on the one line that a column has for it'
let portal: TestPortal
let as: SignedIn

beforeAll(async () => {
  portal = await openTestPortal()
  const on = portal.testDatabase
  await makeClient(on, { code: 'ACME' })
  as = await makeSession(on, { clients: ['ACME'] })
  await makeRuleBook(on, 'ACME', [carrierItem('DPD', { name: 'Przesyłki Łódź 汉字 ꦗꦮ' })])
  const late = { client: 'ACME', orderedAt: '2024-01-02T10:00:00Z', promisedDate: '2024-01-04' }
  await makeParcel(on, {
    ...late,
    trackingNumber: LONG_NUMBER,
    orderNumber: LONG_ORDER,
    despatchedAt: '2024-01-03T09:00:00Z',
    deliveredAt: '2024-01-09T12:00:00Z',
  })
  await makeParcel(on, {
    ...late,
    trackingNumber: 'L2',
    carrier: 'EVRI',
    carrierService: LONG_SERVICE,
    deliveredAt: '2024-01-05T12:00:00Z',
  })
})
afterAll(() => portal.close())

async function print(Client_Code: string, Order_Date_From: string, Order_Date_To: string) {
  const answer = await fetch(portal.url + list.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', access_token: as.token, client: Client_Code },
    body: JSON.stringify({ Client_Code, Order_Date_From, Order_Date_To, Show_Orders: 'late delivered', isPrint: true }),
  })
  return { answer, bytes: new Uint8Array(await answer.arrayBuffer()) }
}

test('the form shows filters, counts and parcels as a tagged PDF', async () => {
  const { answer, bytes } = await print('ACME', '2024-01-01', '2024-01-05')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('application/pdf')
  expect(answer.headers.get('content-disposition')).toBe(
    'attachment; filename="Carrier Delivery Exceptions 2024-01-01 2024-01-05.pdf"',
  )
  const { title, language, isMarked, pages } = await readPdf(bytes)
  expect([title, language, isMarked]).toEqual(['Carrier Delivery Exceptions', 'en-GB', true])
  expect(pages).toHaveLength(1)
  const [page] = pages
  if (!page) throw new Error('There is no page')
  expect(page.text).toContain('Page 1 of 1')
  expect(partsOf(page.tree, 'H1').map(({ text }) => text)).toEqual(['Carrier Delivery Exceptions'])
  expect(partsOf(page.tree, 'P').map(({ text }) => text)).toEqual([
    'Client: ACME',
    'Ordered: 1 January 2024 - 5 January 2024',
    'Shown: Late delivered, 2 parcels',
    "Some characters could not be printed: '□' stands for each.",
  ])
  expect(partsOf(page.tree, 'H2').map(({ text }) => text)).toEqual([
    'By carrier and service',
    'EVRI, 1 parcel',
    'Przesyłki Łódź 汉字 □□, 1 parcel',
  ])
  const [counts, , dpd] = partsOf(page.tree, 'Table').map((table) =>
    partsOf(table, 'TR').map((row) => row.children.map(({ role, text }) => `${role} ${text}`)),
  )
  expect(counts?.[0]).toEqual([
    'TH Carrier',
    'TH Service',
    'TH Parcels',
    'TH Orders',
    'TH Longest delay',
    'TH Average days late',
    'TH Earliest promised',
  ])
  expect(counts?.[2]).toEqual([
    'TH Przesyłki Łódź 汉字 □□',
    'TD Next Day',
    'TD 1',
    'TD 1',
    'TD 5',
    'TD 5.0',
    'TD 4 Jan 2024',
  ])
  expect(dpd?.[1]).toEqual([
    `TH ${LONG_NUMBER}`,
    `TD ${LONG_ORDER}`,
    'TD Next Day',
    'TD 3 Jan 2024',
    'TD 4 Jan 2024',
    'TD Delivered 9 Jan 2024',
    'TD 5',
  ])
  // Long texts wrap onto the next line.
  expect(counts?.[1]?.[1]?.replaceAll(' ', '')).toBe(`TD ${LONG_SERVICE}`.replaceAll(' ', ''))
  expect(page.text).toContain('A service with a name that is far\n')
})

test('nothing to print answers 200 with zero bytes', async () => {
  const { answer, bytes } = await print('ACME', '2023-01-01', '2023-01-05')
  expect([answer.status, answer.headers.get('content-type'), bytes.length]).toEqual([200, 'application/pdf', 0])
})

test('a failed form answers an error, and the next one succeeds', async () => {
  const tables = [{ heading: 'x', columns: [], rows: 5 }]
  const broken: unknown = { title: 'x', facts: [], tables, notes: [], footer: '' }
  await expect(printForm(broken as PrintedForm)).rejects.toThrow()
  const { answer } = await print('ACME', '2024-01-01', '2024-01-05')
  expect(answer.status).toBe(200)
  expect(PDF_FAILED).toBe('Failed to generate PDF')
})
