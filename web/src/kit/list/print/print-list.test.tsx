import { fireEvent, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { openScreen } from '../../../testing/open-portal.tsx'
import { columnsOf } from '../features.ts'
import { PrintList, type ShownPage } from './print-list.tsx'

type Row = { readonly number: string; readonly units: number }
const column = columnsOf<Row>()
const COLUMNS = column.columns([
  column.accessor('number', { header: 'Order' }),
  column.accessor('units', { header: 'Units' }),
  column.display({ id: 'why', header: 'Why', cell: () => <button type="button">Why?</button> }),
])
const LAYOUT = { columnVisibility: {}, columnOrder: [], columnSizing: {} }
const rowsOf = (page: number, size: number, total: number): Row[] =>
  Array.from({ length: Math.max(0, Math.min(size, total - (page - 1) * size)) }, (_, index) => ({
    number: `O-${(page - 1) * size + index + 1}`,
    units: 1,
  }))

async function openPrint({ total, page }: { total: number; page?: ShownPage }) {
  const print = vi.fn<() => void>()
  vi.stubGlobal('print', print)
  function Page() {
    const [isOpen, setIsOpen] = useState(true)
    return (
      <PrintList
        title="Orders"
        columns={COLUMNS}
        layout={LAYOUT}
        total={total}
        page={page}
        fetchRows={async (number, size) => rowsOf(number, size, total)}
        opened={isOpen}
        onOpen={() => setIsOpen(true)}
        onClose={() => setIsOpen(false)}
      />
    )
  }
  const shown = await openScreen('/home', {}, Page)
  const dialog = await screen.findByRole('dialog', { name: 'Print Orders' })
  const choices = () => within(dialog).getAllByRole<HTMLInputElement>('radio')
  const printed = async () => {
    await shown.user.click(within(dialog).getByRole('button', { name: 'Print' }))
    const table = await screen.findByRole('table', { name: 'Orders', hidden: true })
    await vi.waitFor(() => expect(print).toHaveBeenCalledOnce())
    return [...table.querySelectorAll('tr')].map((row) => [...row.children].map(({ textContent }) => textContent))
  }
  return { ...shown, choices, printed }
}

test('prints this page, or all rows, without columns of buttons', async () => {
  const { choices, printed, user } = await openPrint({ total: 77, page: { number: 2, size: 50, rows: 27 } })
  expect(choices().map(({ labels }) => labels?.[0]?.textContent)).toEqual(['This page (27)', 'All 77'])
  const [heads, first, ...more] = await printed()
  expect([heads, first]).toEqual([
    ['Order', 'Units'],
    ['O-51', '1'],
  ])
  expect(more).toHaveLength(26)

  // The sheet leaves the page once it is printed; Ctrl P opens the dialog again.
  fireEvent(window, new Event('afterprint'))
  expect(screen.queryByRole('table', { name: 'Orders', hidden: true })).toBeNull()
  await user.keyboard('{Control>}p{/Control}')
  await user.click(await screen.findByRole('radio', { name: 'All 77' }))
  await user.click(screen.getByRole('button', { name: 'Print' }))
  const table = await screen.findByRole('table', { name: 'Orders', hidden: true })
  expect(table.querySelectorAll('tbody tr')).toHaveLength(77)
})

test('sends users to the export for more than 1,000 rows', async () => {
  const { choices, printed } = await openPrint({ total: 1001, page: { number: 1, size: 50, rows: 50 } })
  expect(choices().map(({ disabled }) => disabled)).toEqual([false, true])
  expect(screen.getByText('Up to 1,000 rows can be printed. Use Export for more.')).toBeDefined()
  expect(await printed()).toHaveLength(51)
})

test('offers no page where all rows are on the screen', async () => {
  const { choices, printed } = await openPrint({ total: 3 })
  expect(choices()).toHaveLength(1)
  expect(await printed()).toHaveLength(4)
})
