import { monitorEventLoopDelay } from 'node:perf_hooks'
import { contract } from '@despatch/contract/contract'
import { PDF_FAILED } from '@despatch/domain/feedback/messages'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { printForm } from '../app/print/print-form.ts'
import { makeClient, makeSession } from '../testing/factories.ts'
import { makeParcel } from '../testing/parcels.ts'
import { partsOf, readPdf } from '../testing/read-pdf.ts'
import { carrierItem, makeRuleBook } from '../testing/rule-books.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../testing/test-portal.ts'

const { list } = contract['delivery-exceptions']
let portal: TestPortal
let as: SignedIn

beforeAll(async () => {
  portal = await openTestPortal()
  const on = portal.testDatabase
  for (const code of ['ACME', 'MANY']) await makeClient(on, { code })
  as = await makeSession(on, { clients: ['ACME', 'MANY'] })
  await makeRuleBook(on, 'ACME', [carrierItem('DPD', { name: 'Przesyłki Łódź 汉字' })])
  const late = { client: 'ACME', orderedAt: '2024-01-02T10:00:00Z', promisedDate: '2024-01-04' }
  await makeParcel(on, {
    ...late,
    trackingNumber: 'L1',
    orderNumber: 'A/1 2',
    despatchedAt: '2024-01-03T09:00:00Z',
    deliveredAt: '2024-01-09T12:00:00Z',
  })
  await makeParcel(on, {
    ...late,
    trackingNumber: 'L2',
    carrier: 'EVRI',
    carrierService: 'A service with a name that is far too long to be printed in the room that a column has for it',
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

test('the form says what was asked, counts it, and lists the parcels, with its structure', async () => {
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
    "4 characters of no printable alphabet: '?' stands instead.",
  ])
  expect(partsOf(page.tree, 'H2').map(({ text }) => text)).toEqual([
    'By carrier and service',
    'EVRI, 1 parcel',
    'Przesyłki Łódź ??, 1 parcel',
  ])
  const [counts, , dpd] = partsOf(page.tree, 'Table').map((table) =>
    partsOf(table, 'TR').map((row) => row.children.map(({ role, text }) => `${role} ${text}`)),
  )
  expect(counts?.[0]).toEqual([
    'TH Carrier',
    'TH Service',
    'TH Parcels',
    'TH Orders',
    'TH Most days late',
    'TH Average days late',
    'TH First promise',
  ])
  expect(counts?.[2]).toEqual([
    'TH Przesyłki Łódź ??',
    'TD Next Day',
    'TD 1',
    'TD 1',
    'TD 5',
    'TD 5.0',
    'TD 4 Jan 2024',
  ])
  expect(dpd?.[1]).toEqual([
    'TH L1',
    'TD A/1 2',
    'TD Next Day',
    'TD 3 Jan 2024',
    'TD 4 Jan 2024',
    'TD Delivered 9 Jan 2024',
    'TD 5',
  ])
  // What is too long for its column is cut, and says so.
  expect(counts?.[1]?.[1]).toMatch(/^TD A service with a name.*…$/)
})

test('nothing to print is 200 without a byte', async () => {
  const { answer, bytes } = await print('ACME', '2023-01-01', '2023-01-05')
  expect([answer.status, answer.headers.get('content-type'), bytes.length]).toEqual([200, 'application/pdf', 0])
})

test('a form that cannot be made says so, and the next one is made', async () => {
  const broken = {
    title: 'x',
    facts: [],
    sections: [{ heading: 'x', columns: [], rows: 5 as never }],
    notes: [],
    printed: '',
  }
  await expect(printForm(broken)).rejects.toThrow()
  const { answer } = await print('ACME', '2024-01-01', '2024-01-05')
  expect(answer.status).toBe(200)
  expect(PDF_FAILED).toBe('Failed to generate PDF')
})

test(
  '7,000 parcels: the 5,000 latest are printed and the rest told, and nobody waits for it',
  { timeout: 60_000 },
  async () => {
    await portal.testDatabase.asOwner(
      `
    with made as (
      insert into orders (client_code, order_number, status, source, ordered_at, dispatch_service, despatch_date, country, quantity,
        item_count, total_value, currency_code, created_at, created_by)
      select 'MANY', 'M' || n, 'V', 'portal', '2024-01-02', 'STANDARD', '2024-01-03', 'GB', 1, 1, 1, 'GBP', '2024-01-02', 'test'
      from generate_series(1, 7000) n returning order_number
    )
    insert into parcels (client_code, tracking_number, carrier, order_number, carrier_service, despatched_at, ordered_at,
      promised_date, state, delivered_at, delivered_on)
    select 'MANY', 'JD0002' || substr(order_number, 2), case when random() < 0.5 then 'DPD' else 'EVRI' end, order_number, 'Next Day',
      '2024-01-03', '2024-01-02', '2024-01-04', 'delivered', '2024-01-09', '2024-01-09' from made`,
    )
    await printForm({ title: 'Warm', facts: [], sections: [], notes: [], printed: '' })
    const delay = monitorEventLoopDelay({ resolution: 5 })
    delay.enable()
    const { bytes } = await print('MANY', '2024-01-01', '2024-01-05')
    delay.disable()
    const { count, pages } = await readPdf(bytes, (of) => [1, of])
    expect(count).toBeGreaterThan(100)
    expect(pages[0]?.text).toContain(`Page 1 of ${count}`)
    const last = pages.at(-1)
    expect(last?.text).toContain('Cut: the 5,000 latest of 7,000 parcels are printed.')
    expect(delay.max / 1e6).toBeLessThan(500)
  },
)
