import type { Route } from '@despatch/contract/route/route'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { inNumber } from '../testing/in-number.ts'
import { calls, shareOf, takesJson } from './calls.ts'
import { at, type Place, placesOf, withAt } from './mutations.ts'
import { sampleOf } from './samples.ts'
import { openWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.portal.close())

const withBody = calls.filter(({ route }) => takesJson(route))
const values = fc.oneof(
  fc.jsonValue({ stringUnit: 'binary' }),
  fc.string({ unit: 'binary' }),
  fc.double(),
  fc.maxSafeInteger(),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10)),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
)

/** The same values each time, so that one person's failure does not hold up others; test:in-number draws new ones. */
const runs: { numRuns: number; seed?: number } = inNumber({ numRuns: 4, seed: 7 }, { numRuns: 100 })

// First, because a body may happen to take away the caller's permissions.
test('any text in the address of a call gets a proper answer', async () => {
  const route = calls.find(({ name }) => name === 'enquiries.order')?.route ?? expect.fail()
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(fc.string({ unit: 'binary', maxLength: 20 }), fc.string({ unit: 'binary' }), { maxKeys: 3 }),
      async (query) => {
        const headers = { access_token: world.ours.as.token, client: world.ours.client }
        expect((await world.send(route, { query }, headers)).status).toBe(400)
        const customerReference = Object.values(query)[0] ?? 'x'
        expect([200, 400]).toContain((await world.send(route, { query: { customerReference } }, headers)).status)
      },
    ),
    runs,
  )
})

type Schema = {
  type?: string | string[]
  properties?: Record<string, Schema>
  items?: Schema
  additionalProperties?: Schema | boolean
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
}

/**
 * Every place in a body where the shape of its call has a number: ['items', '0', 'quantity']. The first element of lists, any
 * key of records.
 */
function numericPlaces(schema: Schema, above: Place = []): Place[] {
  const inner = [
    ...Object.entries(schema.properties ?? {}).map(([key, one]) => [key, one] as const),
    ...(schema.items ? [['0', schema.items] as const] : []),
    ...(typeof schema.additionalProperties === 'object' ? [['a', schema.additionalProperties] as const] : []),
  ]
  return [
    ...([schema.type].flat().some((type) => type === 'number' || type === 'integer') ? [above] : []),
    ...inner.flatMap(([key, one]) => numericPlaces(one, [...above, key])),
    ...[schema.anyOf, schema.oneOf, schema.allOf].flatMap((some) =>
      (some ?? []).flatMap((one) => numericPlaces(one, above)),
    ),
  ]
}

const numbersOf = ({ body }: Route): Place[] => {
  const schema = z.toJSONSchema(body as z.ZodObject, { io: 'input', unrepresentable: 'any' }) as Schema
  return [...new Map(numericPlaces(schema).map((place) => [place.join('.'), place])).values()]
}

/** Where a sample has an amount as text. */
const amountsOf = (body: unknown): Place[] =>
  placesOf(body).filter((place) => /^\d{1,9}(?:\.\d{1,4})?$/.test(String(at(body, place))))

/** As written in a body; JSON.stringify writes some of them differently. */
const NUMBERS =
  '3.3000000000000003 434.99999999999994 0.7999999999999999 2.9999999999999996 -0 1e-7 5e-324 1e21 -1e21 1e308 1e400 9007199254740993 2147483648 0.1'.split(
    ' ',
  )
const TEXTS = ['NaN', 'Infinity', '-0', '1e-7', '1e21', '434.99999999999994', '0x10', '1e400', '１２', '+1', '.5']

const MARK = 'the number of this place'
const inBody = (body: unknown, place: Place, written: string) =>
  JSON.stringify(withPath(body, place, MARK)).replace(JSON.stringify(MARK), written)

/** Like `withAt`, but also creates what is missing above the place. */
function withPath(value: unknown, place: Place, other: unknown): unknown {
  const [key, ...rest] = place
  if (key === undefined) return other
  if (value === undefined || value === null) {
    const inner = withPath(undefined, rest, other)
    return key === '0' ? [inner] : { [key]: inner }
  }
  if (Array.isArray(value) && value.length === 0) return [withPath(undefined, rest, other)]
  return withAt(value, [key], withPath(at(value, [key]), rest, other))
}

test('the places of numbers are found in the shapes', () => {
  const places = withBody.flatMap(({ name, route }) => numbersOf(route).map((place) => `${name} ${place.join('.')}`))
  expect(places).toEqual(
    expect.arrayContaining([
      'orders.create items.0.totalValue',
      'orders.create totalValue',
      'orders.amend items.0.quantity',
      'sku-data.set weight',
      'prices.updateMatrix primaryCosting.costingMatrix.0.from',
      'capacity.update quantityLimit.0',
      'announced-returns.mark lines.0.quantity',
      'claims.saveTerms costPercent',
      'invoices.saveDivisor divisor',
    ]),
  )
})

describe('any number in any numeric place gets a proper answer, never a 500', () => {
  test.each(withBody.map(({ name, route }, index) => [name, route, index] as const))(
    '%s',
    async (name, route, index) => {
      const { body, ...sample } = sampleOf(world, name)
      const cases = [
        ...numbersOf(route).flatMap((place, at) => shareOf(NUMBERS, index + at).map((written) => ({ place, written }))),
        ...amountsOf(body).flatMap((place, at) =>
          shareOf([...NUMBERS, ...TEXTS.map((text) => JSON.stringify(text))], index + at).map((written) => ({
            place,
            written,
          })),
        ),
      ]
      for (const { place, written } of cases) {
        const sent = { ...sample, body: inBody(body ?? {}, place, written), contentType: 'application/json' }
        // The operator may do most, and a client's user no more.
        const answer = await world.send(route, sent, { access_token: world.operator.token, client: world.ours.client })
        const what = `${place.join('.')} = ${written}: ${JSON.stringify(answer.body).slice(0, 300)}`
        expect(answer.status, what).toBeLessThan(500)
        if (answer.status === 400 && answer.body['code'] === 'validation_failed')
          expect(answer.body['fields'], what).toEqual(
            expect.arrayContaining([{ path: expect.any(String), message: expect.stringMatching(/\w/) }]),
          )
      }
    },
  )
})

describe('any value in a body gets a proper answer, never a 500', () => {
  test.each(withBody.map(({ name, route }) => [name, route] as const))('%s', async (name, route) => {
    const sample = sampleOf(world, name)
    const places = [[], ...placesOf(sample.body)]
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...places), values, async (place, value) => {
        const body = JSON.stringify(withAt(sample.body, place, value)) ?? 'null'
        const headers = { access_token: world.ours.as.token, client: world.ours.client }
        const answer = await world.send(route, { ...sample, body, contentType: 'application/json' }, headers)
        expect(answer.status).toBeLessThan(500)
        if (answer.status === 200) return
        expect(answer.body).toMatchObject({ code: expect.any(String), message: expect.stringMatching(/\w/) })
      }),
      runs,
    )
  })
})
