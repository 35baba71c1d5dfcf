import type { FieldProblem } from '@despatch/contract/route/problem'
import type { z } from 'zod'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inNumber } from '../testing/in-number.ts'
import { calls, type Input, ofEachKind, takesJson } from './calls.ts'
import { at, badNumbers, badTexts, objectsOf, type Place, placesOf, withAt, wrongTypes } from './mutations.ts'
import { sampleOf } from './samples.ts'
import { openWorld, type World } from './world.ts'

let world: World
let before: Record<string, number>
beforeAll(async () => {
  world = await openWorld()
  before = await world.rowCounts()
})
afterAll(() => world.portal.close())

const names = calls.map((call) => [call.name, call.route] as const)
const withBody = names.filter(([, route]) => takesJson(route))
const withBodyOfEachKind = ofEachKind(calls.filter(({ route }) => takesJson(route))).map(({ name }) => [name] as const)
const withoutBody = names.filter(([, route]) => !route.body && route.method !== 'GET')
const asOurs = () => ({ access_token: world.ours.as.token, client: world.ours.client })
const routeOf = (name: string) => names.find(([other]) => other === name)?.[1] ?? expect.fail(name)
/** Calls for the operator refuse other callers before they check the input. */
const asCaller = (name: string) =>
  routeOf(name).operatorOnly === undefined ? asOurs() : { ...asOurs(), access_token: world.operator.token }

/** Sends an input and expects a refusal of its fields. Returns their paths. */
async function refusedFields(name: string, input: Input): Promise<string[]> {
  const answer = await world.send(routeOf(name), input, asCaller(name))
  expect(answer, JSON.stringify(input).slice(0, 300)).toMatchObject({
    status: 400,
    body: {
      code: 'validation_failed',
      message: expect.stringMatching(/\w/),
      requestId: answer.headers.get('x-request-id'),
    },
  })
  return (answer.body['fields'] as FieldProblem[]).map(({ path }) => path)
}

type Change = { place: Place; wrong: unknown }

/**
 * Expects that each change of a call's body is refused by the name of its field. Ten are sent at once, which takes a fifth of
 * the time. Those that are not named are sent again alone: another error may have prevented their check.
 */
async function expectEachRefused(
  name: string,
  changes: readonly Change[],
  isNamed: (path: string, fields: string[]) => boolean,
) {
  const { body, ...rest } = sampleOf(world, name)
  const send = (some: readonly Change[]) =>
    refusedFields(name, { ...rest, body: some.reduce((all, { place, wrong }) => withAt(all, place, wrong), body) })
  const together = changes.filter(({ place }) => typeof at(body, place) !== 'object')
  const named: string[] = []
  for (let from = 0; from < together.length; from += 10) named.push(...(await send(together.slice(from, from + 10))))
  const alone = changes.filter((change) => !together.includes(change) || !named.includes(change.place.join('.')))
  await Promise.all(
    alone.map(async (change) => {
      const [path, fields] = [change.place.join('.'), await send([change])]
      expect(isNamed(path, fields), `${path} = ${JSON.stringify(change.wrong)}: ${fields.join()}`).toBe(true)
    }),
  )
}

/** Sends an input and expects a refusal with a message, never a 500. */
async function expectRefused(name: string, input: Input, headers: Record<string, string> = {}) {
  const answer = await world.send(routeOf(name), input, { ...asCaller(name), ...headers })
  expect(answer.status, `${JSON.stringify(input).slice(0, 300)} ${JSON.stringify(answer.body)}`).toBeGreaterThanOrEqual(
    400,
  )
  expect(answer.status, `${JSON.stringify(input).slice(0, 300)} ${JSON.stringify(answer.body)}`).toBeLessThan(500)
  expect(answer.body).toMatchObject({
    code: expect.stringMatching(/^\w+$/),
    message: expect.stringMatching(/\w/),
    requestId: answer.headers.get('x-request-id'),
  })
  return answer
}

/** One of some values, another one for the next call. In test:in-number all of them. */
const oneOf = <One>(some: readonly One[], index: number): readonly One[] =>
  inNumber(some.length > 0 ? [some[index % some.length] as One] : [], some)

/**
 * The changes to send over HTTP: one of each place. The others are only given to the call's shape, which the server asks for
 * every call. In test:in-number all are sent, grouped by the value that they insert.
 */
function splitChanges(changes: readonly Change[]): { sent: Iterable<readonly Change[]>; parsed: readonly Change[] } {
  const ofPlaces = [...Map.groupBy(changes, ({ place }) => place.join('.')).values()]
  const one = ofPlaces.flatMap((some, index) => oneOf(some, index))
  const byWrong = Map.groupBy(changes, ({ wrong }) => JSON.stringify(wrong)).values()
  return inNumber({ sent: [one], parsed: changes }, { sent: byWrong, parsed: [] })
}

/** Expects that the shape of a call refuses each change of its body, by its name. */
function expectShapeRefuses(
  name: string,
  changes: readonly Change[],
  isNamed: (path: string, fields: string[]) => boolean,
) {
  const { body } = sampleOf(world, name)
  const shape = routeOf(name).body as z.ZodObject
  const taken = changes.filter(({ place, wrong }) => {
    const issues = shape.safeParse(withAt(body, place, wrong)).error?.issues ?? []
    return !isNamed(
      place.join('.'),
      issues.map(({ path }) => path.join('.')),
    )
  })
  expect(taken).toEqual([])
}

/** Records, whose keys are free. */
const RECORDS = new Set(['values', 'columns', 'columnVisibility', 'columnSizing'])

/** Fields of carrier routing that may be null: no limit, no end, or unknown. */
const NULLABLE = new Set([
  'effectiveDate',
  'effectiveBetween',
  'effectiveFrom',
  'to',
  'MaxValue',
  'primaryCosting',
  'secondaryCosting',
  'method',
  'startDate',
  'endDate',
  'weight',
  'length',
  'volume',
  'from',
  'promisedBy',
  'time',
])
const isNullable = (name: string, place: readonly string[]) =>
  NULLABLE.has(place.at(-1) ?? '') ||
  (/^invoices\.save(?:Tolerance|Agreed)$/.test(name) &&
    ['money', 'percent', 'invoice', 'least', 'most'].includes(place.at(-1) ?? '')) ||
  (name === 'claims.saveTerms' && /^(?:lostAfter|damagedWithin|lateAfter)Days$/.test(place.at(-1) ?? '')) ||
  // null makes allocation choose again.
  (name === 'allocation.chooseCarrier' && place.at(-1) === 'clientMethodID') ||
  (name === 'capacity.update' && place.at(-2) === 'quantityLimit') ||
  (name === 'cut-offs.save' && place.at(-2) === 'weekdays') ||
  // Parts that a rule leaves open.
  (name === 'returns.add' && place.length > 1)

/** Ids that may be sent as numbers: those of users, roles and invoices. */
const IDS = /^(?:_id|role|summaryID|detailsID|parcelIDs?|disputeID|creditID)$/
const isPhone = (name: string, place: readonly string[]) => name.startsWith('orders.') && place.at(-1) === 'phone'
const isId = (name: string, place: readonly string[]) =>
  /^(?:users|roles|invoices)\./.test(name) &&
  (IDS.test(place.at(-1) ?? '') || /^(?:ids|summaryIDs)$/.test(place.at(-2) ?? ''))

/**
 * Places that accept a second type: an amount or an id as a number, a fixed route as its id, and a phone number as a number, so
 * that no order is lost for it.
 */
const isOtherType = (name: string, place: readonly string[], wrong: unknown) =>
  // A record with free keys.
  (isOfTheDomain(name, place) && JSON.stringify(wrong) === '{"a":1}') ||
  (place.at(-1) === 'totalValue' && typeof wrong === 'number') ||
  (typeof wrong === 'number' && (isId(name, place) || isPhone(name, place))) ||
  (place.at(-2) === 'customPreferenceList' && typeof wrong === 'string')

/** Numbers that may be zero or have decimals. */
const MAY_BE_ZERO = new Set([
  'weekday',
  'version',
  'shownRows',
  'most',
  'transitDays',
  'MaxValue',
  'from',
  'incrementStart',
  'increment',
  'pickMinutes',
])
const MAY_BE_PART = new Set(['MaxValue', 'from', 'to', 'incrementStart', 'increment', 'weight', 'length', 'volume'])
const isTaken = (name: string, place: readonly string[], value: unknown) => {
  const field = place.at(-1) ?? ''
  if (isPhone(name, place)) return typeof value === 'string' && value.length < 100
  if (value === 0)
    return (
      MAY_BE_ZERO.has(field) ||
      (name === 'multi-box.setGoods' && MAY_BE_PART.has(field)) ||
      (name === 'returns.add' && place.length > 1) ||
      /^\d+$/.test(field)
    )
  return value === 0.5 && MAY_BE_PART.has(field)
}

/**
 * Places that the contract does not check: the domain checks an invoice layout with messages of its own, and the rows of a
 * reservations file are judged one by one.
 */
const isOfTheDomain = (name: string, place: readonly string[]) =>
  (/^invoices\.(?:preview|saveLayout)$/.test(name) && /^(?:draft|layout)$/.test(place[0] ?? '')) ||
  (name === 'stock.importReservations' && place.length > 1)

/** Texts with free content. */
const FREE = new Set([
  'session.signIn password',
  'session.confirmPassword password',
  'session.resetPassword password',
  'session.resetPassword currentPassword',
  'users.create password',
  'users.update password',
])

describe('an undeclared field is refused by its name', () => {
  test.each(withBody)('%s, in the body', async (name) => {
    const { body } = sampleOf(world, name)
    // A record accepts any key.
    const closed = objectsOf(body).filter(
      (place) => !RECORDS.has(place.at(-1) ?? '') && place[0] !== 'values' && !isOfTheDomain(name, place),
    )
    const changes = closed.map((place) => ({ place: [...place, 'zzz'], wrong: 1 }))
    await expectEachRefused(name, changes, (path, fields) => fields.includes(path))
  })
  test.each(withoutBody)('%s, which has no body', async (name) => {
    expect(await refusedFields(name, { ...sampleOf(world, name), body: { zzz: 1 } })).toEqual(['zzz'])
    expect(await refusedFields(name, { ...sampleOf(world, name), body: [1] })).toEqual([''])
  })
  test.each(names)('%s, in the query', async (name) => {
    const sample = sampleOf(world, name)
    expect(await refusedFields(name, { ...sample, query: { ...sample.query, zzz: '1' } })).toContain('zzz')
  })
})

describe('a field of a wrong type is refused by its name', () => {
  test.each(withBody.map(([name], index) => [name, index] as const))('%s', async (name, index) => {
    const { body, ...rest } = sampleOf(world, name)
    const places = placesOf(body).filter((place) => place.length === 1 || !isOfTheDomain(name, place))
    const changes = places.flatMap((place) =>
      wrongTypes(at(body, place)).flatMap((wrong) =>
        (wrong === null && isNullable(name, place)) || isOtherType(name, place, wrong) ? [] : [{ place, wrong }],
      ),
    )
    const isNamed = (path: string, fields: string[]) =>
      fields.some((field) => field === path || field.startsWith(`${path}.`) || path.startsWith(`${field}.`))
    const { sent, parsed } = splitChanges(changes)
    for (const some of sent) await expectEachRefused(name, some, isNamed)
    expectShapeRefuses(name, parsed, isNamed)
    for (const wrong of oneOf([null, true, 7, 'text', [], [{}]], index))
      await expectRefused(name, { ...rest, body: JSON.stringify(wrong), contentType: 'application/json' })
  })
})

describe('unreasonable texts and numbers are refused and break nothing', () => {
  test.each(withBody)('%s, in the body', async (name) => {
    const { body, ...rest } = sampleOf(world, name)
    const places = placesOf(body).filter((place) => !isOfTheDomain(name, place))
    const changes = places.flatMap((place) => {
      const value = at(body, place)
      const bad = typeof value === 'string' ? badTexts : typeof value === 'number' ? badNumbers : []
      return bad.filter((wrong) => !isTaken(name, place, wrong)).map((wrong) => ({ place, wrong }))
    })
    const isFree = ({ place }: Change) => FREE.has(`${name} ${place.join('.')}`)
    const { sent, parsed } = splitChanges(changes.filter((change) => !isFree(change)))
    for (const some of sent) await expectEachRefused(name, some, () => true)
    expectShapeRefuses(name, parsed, (_path, fields) => fields.length > 0)
    for (const { place, wrong } of changes.filter(isFree))
      await expectRefused(name, { ...rest, body: withAt(body, place, wrong) })
  })
  test.each(names.filter(([, route]) => route.query || route.params).map(([name], index) => [name, index] as const))(
    '%s, in its address',
    async (name, index) => {
      const sample = sampleOf(world, name)
      // An email may be as long.
      const unfit = ['x'.repeat(name === 'enquiries.reference' ? 280 : 180), 'a\u0000b', 'a\u202eb']
      const wrongs = {
        query: unfit,
        params: [...unfit, 'a\u0007b', '../../etc/passwd', "'; drop table orders; --", '%', '１'],
      }
      for (const part of ['query', 'params'] as const)
        for (const [place, field] of Object.keys(sample[part] ?? {}).entries())
          for (const wrong of oneOf(wrongs[part], index + place))
            await expectRefused(name, { ...sample, [part]: { ...sample[part], [field]: wrong } })
    },
  )
  test.each([
    '/api/users/logout/%E0%A4%A',
    '/api/users/logout/%00',
    `/api/${'x'.repeat(5000)}`,
    '/api/users/logout/a/b',
    '/api/nothing',
    '/api/orders/create/',
  ])('%s is no call', async (path) => {
    const answer = await world.portal.request('GET', path, { headers: asOurs() })
    expect([400, 404]).toContain(answer.status)
    expect(answer.body).toMatchObject({
      code: expect.any(String),
      message: expect.stringMatching(/\w/),
      requestId: answer.headers.get('x-request-id'),
    })
  })
  test('a query field that occurs twice is refused', async () => {
    const path = '/api/enquiries/order?customerReference=a&customerReference=b'
    expect(await world.portal.request('GET', path, { headers: asOurs() })).toMatchObject({ status: 400 })
  })
})

/** Bodies that are not JSON, or not a reasonable object. */
const NONSENSE = ['', '{', '{"a":', 'nonsense', '{"a":1}{', '\u0000', '"\\ud8', '['.repeat(5000)].concat(
  ['__proto__', 'constructor', 'prototype'].map((key) => `{"${key}":{"prototype":{"isAdmin":true}}}`),
)
const OTHER_TYPES = [
  'text/plain',
  'text/csv',
  'application/xml',
  'multipart/form-data',
  'application/x-www-form-urlencoded',
  'nonsense',
]

/** One parser reads the bodies of all calls, so the whole list is sent to a call of each kind. */
describe('an invalid body is refused with a message', () => {
  test.each(withBody.map(([name], index) => [name, index] as const))('%s', async (name, index) => {
    const rest = { ...sampleOf(world, name), body: undefined }
    for (const body of oneOf(NONSENSE, index))
      await expectRefused(name, { ...rest, contentType: 'application/json', body })
    await expectRefused(name, rest)
  })
  test.each(withBodyOfEachKind)('%s, whatever the body', async (name) => {
    const rest = { ...sampleOf(world, name), body: undefined }
    const json = { ...rest, contentType: 'application/json' }
    for (const body of NONSENSE) await expectRefused(name, { ...json, body })
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
    for (const contentType of OTHER_TYPES)
      expect(await expectRefused(name, { ...rest, contentType, body: 'a=1' }), contentType).toMatchObject({
        status: 415,
      })
    const tooLarge = JSON.stringify({ a: 'x'.repeat(300 * 1024) })
    expect(await expectRefused(name, { ...json, body: tooLarge })).toMatchObject({
      status: 413,
      body: { code: 'too_large' },
    })
  })
  test.each(names.filter(([, route]) => typeof route.body === 'string'))('%s takes a file, not JSON', async (name) => {
    for (const contentType of ['application/json', 'text/plain', 'application/xml']) {
      const answer = await expectRefused(name, { ...sampleOf(world, name), contentType, body: '{}' })
      expect(answer).toMatchObject({ status: 415, body: { code: 'unsupported_file' } })
    }
    expect(await expectRefused(name, { ...sampleOf(world, name), contentType: '', body: undefined })).toMatchObject({
      status: 415,
    })
  })
  test('a malformed Idempotency-Key is refused', async () => {
    for (const key of ['a b', 'x'.repeat(101), 'é'])
      expect(
        await expectRefused('orders.create', sampleOf(world, 'orders.create'), { 'idempotency-key': key }),
      ).toMatchObject({ status: 400 })
  })
})

test('after all these refusals nothing is written', async () => {
  // Sign-in attempts are counted on purpose.
  expect({ ...(await world.rowCounts()), sign_in_failures: 0 }).toEqual({ ...before, sign_in_failures: 0 })
})
