import { expect, test } from 'vitest'
import { z } from 'zod'
import { findUnreadableFields } from './unreadable-fields.ts'

const shape = z.object({
  orderRef: z.string().catch(''),
  dateFrom: z.iso.date().catch(''),
  status: z.preprocess((value) => (typeof value === 'string' ? [value] : value), z.array(z.enum(['C', 'N']))).catch([]),
  page: z.coerce.number().int().min(1).catch(1),
})

test('names only the parameters that the shape could not read', () => {
  expect(findUnreadableFields(shape, { dateFrom: 'rubbish', status: 'ZZ', page: '-4', orderRef: 'A' })).toEqual([
    'dateFrom',
    'status',
    'page',
  ])
  expect(findUnreadableFields(shape, { dateFrom: '2026-01-05', status: 'C', page: '3', orderRef: ' A ' })).toEqual([])
  expect(findUnreadableFields(shape, { page: '1', status: ['C', 'N'], dateFrom: '', other: 'x' })).toEqual([])
  expect(findUnreadableFields(shape, undefined)).toEqual([])
})
