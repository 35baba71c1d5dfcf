import { expect, test } from 'vitest'
import { exportColumns } from '../../kit/list/export/export-columns.ts'
import { EXCEPTION_COLUMNS, PRODUCT_COLUMNS } from '../multi-box-products/product-columns.ts'
import { LIMIT_COLUMNS } from './limit-columns.ts'

const LAYOUT = { columnVisibility: {}, columnOrder: [], columnSizing: {} }

test('limits are exported as numbers in their column’s unit; no limit is empty', () => {
  const limits = { Length: 120.5, Volume: null, NumberOfParcels: 3, ParcelWeight: 20, ConsignmentWeight: null } as const
  const method = {
    methodId: 'DPD-1',
    methodDescription: 'DPD Next Day',
    parcelLimit: {
      quantityLimit: Object.entries(limits).map(([type, MaxValue]) => ({ type, MaxValue })),
    },
  } as unknown as Parameters<(typeof cells)[number]['cellOf']>[0]
  const cells = exportColumns(LIMIT_COLUMNS, LAYOUT)
  const file = Object.fromEntries(cells.map(({ name, cellOf }) => [name, cellOf(method)]))
  expect(file).toMatchObject({ Method: 'DPD-1', Description: 'DPD Next Day' })
  expect(Object.values(file)).toEqual(expect.arrayContaining([120.5, 3, 20]))
  expect(Object.values(file).filter((cell) => cell === '')).toHaveLength(2)
})

test('multi-box products are exported with their boxes as text', () => {
  const row = {
    Code: 'SOFA',
    Item_Description: 'Sofa',
    components: [
      { Code: 'BOX-A', quantity: 1 },
      { Code: 'BOX-B', quantity: 2 },
    ],
    Same_Component_Carrier: true,
    isException: true,
  } as unknown as Parameters<(typeof cells)[number]['cellOf']>[0]
  const cells = exportColumns(PRODUCT_COLUMNS, LAYOUT)
  expect(cells.map(({ name }) => name)).toEqual(['Product', 'Description', 'Boxes', 'Ship boxes with', 'Exception'])
  expect(cells.map(({ cellOf }) => cellOf(row))).toEqual(expect.arrayContaining(['SOFA', 'BOX-A, 2 × BOX-B', 'Yes']))
  expect(exportColumns(EXCEPTION_COLUMNS, LAYOUT)).toHaveLength(5)
})
