import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSku } from '../../testing/factories.ts'
import { type FeedPortal, openFeedPortal } from '../../testing/feed-portal.ts'
import { orderBody } from '../../testing/order-body.ts'
import { refusalOf } from '../../testing/test-portal.ts'

let on: FeedPortal
let SKU: string
beforeAll(async () => {
  on = await openFeedPortal()
  SKU = await makeSku(on.portal.testDatabase, { client: on.me.client })
})
afterAll(() => on.portal.close())

let count = 0
const orderNo = () => `N-${(count += 1)}`
const headers = () => ({ access_token: on.me.token, client: on.me.client, 'content-type': 'application/json' })
/** Sends a literal body: JSON.stringify cannot write 1e400. */
async function post(path: string, body: object, number: string) {
  const answer = await fetch(`${on.portal.url}${path}`, {
    method: 'POST',
    headers: headers(),
    body: JSON.stringify(body).replaceAll('"NUMBER"', number),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}
async function valueOf(number: string) {
  const [row] = await on.rows(
    `select total_value::text as value from order_lines where client_code = $1 and order_number = '${number}'`,
  )
  return row?.['value']
}

const SUMS: [written: string, value: string][] = [
  ['3.3000000000000003', '3.3000'],
  ['434.99999999999994', '435.0000'],
  ['0.7999999999999999', '0.8000'],
  ['5.551115123125783e-17', '0.0000'],
  ['-0', '0.0000'],
  ['12', '12.0000'],
  ['1e2', '100.0000'],
]
const NONE = ['1e-7', '1e21', '1e400', '-1', '3.333', '0.005', '"NaN"', '"Infinity"', '"1e2"', '"-0"', '"0x10"']

/** Ways to send a line value. */
const WAYS: Record<string, (number: string) => { path: string; body: object; field: string }> = {
  'lines of a new order': (number) => ({
    path: '/api/orders/create',
    body: { ...orderBody({ SKU, orderNo: number }), items: [{ SKU, quantity: 3, totalValue: 'NUMBER' }] },
    field: 'items.0.totalValue',
  }),
  'a new order of one line': (number) => {
    const { items: _items, ...rest } = orderBody({ SKU, orderNo: number })
    return {
      path: '/api/orders/create',
      body: { ...rest, SKU, quantity: 3, totalValue: 'NUMBER' },
      field: 'totalValue',
    }
  },
  'lines that are amended': (number) => ({
    path: '/api/orders/amend',
    body: { orderNumber: number, items: [{ SKU, quantity: 3, totalValue: 'NUMBER' }] },
    field: 'items.0.totalValue',
  }),
  'a line that is amended': (number) => ({
    path: '/api/orders/amend',
    body: { orderNumber: number, SKU, quantity: 3, totalValue: 'NUMBER' },
    field: 'totalValue',
  }),
  'lines that are previewed': (number) => ({
    path: '/api/orders/amend/preview',
    body: { orderNumber: number, items: [{ SKU, quantity: 3, totalValue: 'NUMBER' }] },
    field: 'items.0.totalValue',
  }),
}

test.each(Object.entries(WAYS))(
  '%s accept rounding errors of floats, or are refused at their field',
  async (_way, wayOf) => {
    const made = async (number: string, path: string) => {
      if (path === '/api/orders/create') return
      const { status } = await on.portal.call(
        contract.orders.create,
        { body: orderBody({ SKU, orderNo: number }) },
        on.me,
      )
      expect(status).toBe(200)
    }
    for (const [written, value] of SUMS) {
      const number = orderNo()
      const { path, body } = wayOf(number)
      await made(number, path)
      const answer = await post(path, body, written)
      expect(answer, written).toMatchObject({ status: 200 })
      if (path.endsWith('preview'))
        expect(answer.body).toMatchObject({ after: { totalValue: value.replace(/00$/, '') } })
      else expect(await valueOf(number)).toBe(value)
    }
    for (const written of NONE) {
      const number = orderNo()
      const { path, body, field } = wayOf(number)
      await made(number, path)
      const answer = await post(path, body, written)
      expect({ written, status: answer.status }).toEqual({ written, status: 400 })
      expect(refusalOf(answer).fields?.map((one) => one.path)).toEqual([field])
    }
  },
)

test('quantities with rounding errors of floats are whole; others are refused', async () => {
  const number = orderNo()
  const body = { ...orderBody({ SKU, orderNo: number }), items: [{ SKU, quantity: 'NUMBER' }] }
  expect((await post('/api/orders/create', body, '2.9999999999999996')).status).toBe(200)
  expect(
    await on.rows(`select quantity from order_lines where client_code = $1 and order_number = '${number}'`),
  ).toEqual([{ quantity: 3 }])
  for (const written of ['2.5', '1e-7', '0', '-0', '-1', '1e21', '1e400', '"3"'])
    expect(refusalOf(await post('/api/orders/create', body, written))).toMatchObject({
      fields: [{ path: 'items.0.quantity' }],
    })
})

test('an NDJSON feed tolerates rounding errors of floats', async () => {
  const number = orderNo()
  const row = { orderNumber: number, SKU, quantity: 3, orderDate: '2026-03-02' }
  const line = `${JSON.stringify(row).slice(0, -1)},"unitValue":434.99999999999994}\n`
  const fed = await on.feed(line, { type: 'application/x-ndjson' })
  expect(fed).toMatchObject({ status: 200, summary: { created: 1, refused: 0 } })
  expect(await valueOf(number)).toBe('1305.0000')
})
