import { personalData } from '@despatch/contract/enquiries/personal-data/personal-data'
import { expect, test } from 'vitest'
import { refusal } from '../../testing/fake-server.ts'
import { openServer } from '../../testing/open-portal.tsx'
import { eraseInPieces, previewErasure } from './erase-in-pieces.ts'

const orders = Array.from({ length: 450 }, (_, at) => ({ clientCode: 'ACME', orderNumber: `A-${at}` }))
const request = { requestReference: 'DSR-12', reason: 'request' } as const

test('many orders are previewed and erased in pieces, with progress', async () => {
  const server = openServer()
  server.answer(personalData.preview, ({ body }) => ({
    replaced: [{ kind: 'orders' as const, count: body.orders.length }],
    obstacles: body.orders.length < 200 ? ['Order A-449 is new. Deliver or cancel it first.'] : [],
    alreadyErased: 0,
  }))
  expect(await previewErasure(orders, { signal: new AbortController().signal })).toEqual({
    replaced: [{ kind: 'orders', count: 450 }],
    obstacles: ['Order A-449 is new. Deliver or cancel it first.'],
    alreadyErased: 0,
  })
  const progress: number[] = []
  server.answer(personalData.erase, ({ body }) =>
    body.orders.length === 200
      ? { message: 'Personal data erased from 200 orders.', erasures: [] }
      : refusal('unprocessable', 'Nothing was erased. Order A-449 is new. Deliver or cancel it first.'),
  )
  await expect(eraseInPieces(orders, request, (erased) => progress.push(erased))).rejects.toThrow(
    '400 orders are erased, the other 50 are unchanged. Nothing was erased. Order A-449 is new. Deliver or cancel it first.',
  )
  expect(progress).toEqual([200, 400])
  server.answer(personalData.erase, { message: 'Personal data erased from 50 orders.', erasures: [] })
  expect(await eraseInPieces(orders.slice(400), request, () => undefined)).toBe('Personal data erased from 50 orders.')
  expect(await eraseInPieces(orders, request, () => undefined)).toBe('Personal data erased from 450 orders.')
})
