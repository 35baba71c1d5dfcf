import { expect, test } from 'vitest'
import { z } from 'zod'
import { unreadable } from './unreadable.ts'

const shape = z.object({
  orderRef: z.string().catch(''),
  dateFrom: z.iso.date().catch(''),
  status: z.preprocess((value) => (typeof value === 'string' ? [value] : value), z.array(z.enum(['C', 'N']))).catch([]),
  page: z.coerce.number().int().min(1).catch(1),
})

test('names what the shape could not read, and nothing else', () => {
  expect(unreadable(shape, { dateFrom: 'rubbish', status: 'ZZ', page: '-4', orderRef: 'A' })).toEqual([
    'dateFrom',
    'status',
    'page',
  ])
  expect(unreadable(shape, { dateFrom: '2026-01-05', status: 'C', page: '3', orderRef: ' A ' })).toEqual([])
  expect(unreadable(shape, { page: '1', status: ['C', 'N'], dateFrom: '', other: 'x' })).toEqual([])
  expect(unreadable(shape, undefined)).toEqual([])
})
