import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inNumber } from '../testing/in-number.ts'
import { calls, takesJson } from './calls.ts'
import { placesOf, withAt } from './mutations.ts'
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

/** The same values each time, so that nobody is held up by what another has broken; in number, others. */
const runs: { numRuns: number; seed?: number } = inNumber({ numRuns: 10, seed: 7 }, { numRuns: 100 })

// First: a body may by chance take from the caller what they may do.
test('whatever stands in the address of a call, it is answered in words', async () => {
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

describe('whatever stands in a body, a call answers it in words and never with a 500', () => {
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
