import { feeds } from '@despatch/contract/feeds/feeds'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openScreen, openServer } from '../testing/open-portal.tsx'

const SUMMARY = {
  read: 3,
  created: 2,
  unchanged: 0,
  leftOut: 0,
  refused: 1,
  ordersCreated: 2,
  skusCreated: 1,
  leftOutByReason: {},
  refusedByReason: { 'Quantity is a whole number from 1 to 999,999': 1 },
  noted: {},
}
const REFUSED = [{ line: 4, column: 'quantity', reason: 'Quantity is a whole number from 1 to 999,999', value: '0' }]
const TODAY = new Date().toISOString()
const LOOK = {
  dates: [
    { field: 'orderDate', column: 'Placed', text: 'With the day first, as nothing says otherwise.', isAssumed: true },
  ],
  rows: [
    {
      line: 2,
      is: 'taken',
      reason: '',
      fields: { orderNumber: 'A1', SKU: 'ODD', quantity: '2', orderDate: TODAY, date: '2024-04-04' },
    },
    { line: 4, is: 'refused', reason: 'Quantity is a whole number from 1 to 999,999', fields: {} },
  ],
  unknownSkus: [{ SKU: 'ODD', description: 'Odd thing', line: 2, rows: 7 }],
  pastOrders: { count: 1200, first: [{ orderNumber: 'A1', line: 2, despatchDate: '2024-04-04' }] },
} as const

/** Sent files and their addresses; previews are answered as previews. */
function answerUploads(event: 'load' | 'error' = 'load') {
  const sent: string[] = []
  class Request extends EventTarget {
    upload = new EventTarget()
    status = 200
    responseText = ''
    open(_method: string, url: string) {
      sent.push(url)
      const look = url.includes('preview') ? { look: LOOK } : {}
      this.responseText = JSON.stringify(feeds.orders.answer.parse({ summary: SUMMARY, ...look, refused: REFUSED }))
    }
    setRequestHeader() {}
    getResponseHeader() {
      return null
    }
    abort() {}
    send() {
      setTimeout(() => this.dispatchEvent(new Event(event)))
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request)
  return sent
}

const GOOD = 'orderNumber,SKU,quantity\nA1,ODD,2\n'

async function openFile(text: string, name = 'orders.csv') {
  const server = openServer()
  server.answer(feeds.mappings, {
    mappings: [
      {
        name: 'shop',
        feed: 'orders',
        mapping: {
          columns: { orderNumber: 'orderNumber', SKU: 'SKU', quantity: 'quantity' },
          values: {},
          leaveOut: [],
          dateFormats: {},
          timeZone: 'Europe/London',
          encoding: 'utf-8',
        },
      },
    ],
  })
  server.answer(feeds.runs, { runs: [], hasMore: false })
  const opened = await openScreen('/feeds/orders')
  await screen.findByRole('heading', { name: 'Orders Feed' })
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('There is no field for a file')
  await opened.user.upload(input, new File([text], name))
  return opened
}

async function chooseFile(text: string) {
  const opened = await openFile(text)
  await screen.findByRole('table', { name: 'First rows of the file' })
  return opened
}

const isDisabled = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name }).disabled

test('a file must be checked first, and the check shows how it is read', async () => {
  const sent = answerUploads()
  const { user } = await chooseFile(GOOD)
  expect(isDisabled('Import orders')).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Check file' }))
  await screen.findByRole('heading', { name: 'Check of orders.csv – nothing imported yet' })
  const shown = (name: string) => screen.getByRole('table', { name }).textContent
  expect(shown('Date formats')).toContain('PlacedWith the day first')
  expect(shown('Orders dated in the past')).toContain('A14 Apr 2024')
  screen.getByText(
    /The despatch dates of 1,200 new orders have passed, so they are not allocated\. The first 1 are listed\./,
  )
  expect(shown('Unknown SKUs')).toContain('ODDOdd thing7')
  expect(shown('First rows as imported')).toMatch(/TakenA1ODD2\d+ \w+ \d{4}, \d\d:\d\d4 Apr 2024/)
  expect(shown('Rejected rows')).toContain('Quantity is a whole number')

  await user.click(screen.getByRole('button', { name: 'Import orders' }))
  await screen.findByRole('heading', { name: 'Outcome of orders.csv' })
  expect(sent).toEqual(['/api/feeds/orders?preview=true&fileName=orders.csv', '/api/feeds/orders?fileName=orders.csv'])
})

test('choosing another mapping requires a new check', async () => {
  const sent = answerUploads()
  const { user } = await chooseFile(GOOD)
  await user.click(screen.getByRole('button', { name: 'Check file' }))
  await waitFor(() => expect(isDisabled('Import orders')).toBe(false))
  await user.click(screen.getByRole('combobox', { name: 'Column mapping' }))
  await user.click(await screen.findByRole('option', { name: 'shop' }))
  expect(isDisabled('Import orders')).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Check file' }))
  await waitFor(() =>
    expect(sent).toEqual([
      '/api/feeds/orders?preview=true&fileName=orders.csv',
      '/api/feeds/orders?mapping=shop&preview=true&fileName=orders.csv',
    ]),
  )
})

test('a file without required columns can be neither checked nor fed', async () => {
  await chooseFile('orderNumber,Thing\nA1,ODD\n')
  expect([isDisabled('Check file'), isDisabled('Import orders')]).toEqual([true, true])
  screen.getByText('The file lacks SKU, quantity.')
})

test('an unreadable workbook shows an error until another file is chosen', async () => {
  const { user } = await openFile('not a workbook', 'orders.xlsx')
  const alert = await screen.findByText('orders.xlsx can’t be read as a workbook. Save it as XLSX or CSV again.')
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('There is no field for a file')
  await user.upload(input, new File([GOOD], 'orders.csv'))
  await screen.findByRole('table', { name: 'First rows of the file' })
  expect(alert.isConnected).toBe(false)
})

test('a corrected file with the same name is read and checked again', async () => {
  answerUploads()
  const { user } = await chooseFile(GOOD)
  await user.click(screen.getByRole('button', { name: 'Check file' }))
  await waitFor(() => expect(isDisabled('Import orders')).toBe(false))
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('There is no field for a file')
  // Browsers report a choice only if the field changes, so it is emptied when the user opens the file dialog.
  fireEvent.click(input)
  expect(input.files).toHaveLength(0)
  await user.upload(input, new File([GOOD.replace('ODD', 'EVEN')], 'orders.csv'))
  await waitFor(() =>
    expect(screen.getByRole('table', { name: 'First rows of the file' }).textContent).toContain('EVEN'),
  )
  expect(isDisabled('Import orders')).toBe(true)
})

test('a file changed since it was chosen must be chosen again', async () => {
  answerUploads('error')
  const slice = vi.spyOn(File.prototype, 'slice')
  onTestFinished(() => slice.mockRestore())
  const { user } = await chooseFile(GOOD)
  // Browsers refuse to read such a file.
  slice.mockImplementation(() => {
    const unreadable = new Blob()
    unreadable.arrayBuffer = () => Promise.reject(new DOMException('Could not be read', 'NotReadableError'))
    return unreadable
  })
  await user.click(screen.getByRole('button', { name: 'Check file' }))
  await screen.findByText('The file has changed since you chose it. Choose it again.')
})
