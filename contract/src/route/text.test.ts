import { expect, test } from 'vitest'
import { z } from 'zod'
import { contract } from '../contract.ts'

const messagesFor = (shape: z.ZodType, value: unknown) =>
  shape.safeParse(value).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)

test('orders sent as text are refused with the type expected', () => {
  expect(messagesFor(contract.allocation.allocateAgain.body, { orders: ['W1'] })).toEqual([
    'orders.0: This must be an object',
  ])
})

test.each<[z.ZodType, unknown, string]>([
  [z.strictObject({}), 'a', 'This must be an object'],
  [z.array(z.string()), {}, 'This must be a list'],
  [z.string(), 1, 'This must be a text'],
  [z.number(), 'a', 'This must be a number'],
  [z.int(), 1.5, 'This must be a whole number'],
  [z.boolean(), 'a', 'This must be true or false'],
  [z.string(), undefined, 'This is missing'],
  [z.enum(['Y', 'N']), 'a', 'This must be Y or N'],
  [z.literal('Despatch'), 'a', 'This must be Despatch'],
  [z.number().min(0), -1, 'This must be at least 0'],
  [z.number().lt(3), 3, 'This must be less than 3'],
  [z.string().max(2), 'abc', 'This must be at most 2 characters long'],
  [z.array(z.string()).max(0), ['a'], 'This must be a list of at most 0'],
  [z.strictObject({}), { a: 1 }, 'There is no field a'],
  [z.union([z.string(), z.number()]), true, 'This is none of the shapes that are expected here'],
  [z.string().regex(/^a$/), 'b', 'This does not look as it should'],
])('%# a shape without a message of its own: %j', (shape, value, words) => {
  expect(messagesFor(shape, value)).toEqual([`: ${words}`])
})

test('a shape’s own message takes precedence', () => {
  expect(messagesFor(z.string('A name is missing'), 1)).toEqual([': A name is missing'])
})

test('no call answers with a library’s message, whatever it is sent', () => {
  for (const room of Object.values(contract))
    for (const route of Object.values(room)) {
      const { body, query, params } = route as { body?: unknown; query?: unknown; params?: unknown }
      for (const shape of [body, query, params])
        if (shape instanceof z.ZodObject) {
          for (const key of Object.keys(shape.shape))
            for (const value of ['a\n', [1], {}, 1e300])
              expect((messagesFor(shape, { [key]: value }) ?? []).join()).not.toMatch(
                /Invalid|expected (?!here)|Too |pattern/,
              )
        }
    }
})
