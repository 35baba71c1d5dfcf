import Fastify from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { routes } from '@despatch/contract/route/route'
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bind } from '../http/bind.ts'
import { answerErrors } from '../http/errors.ts'
import { DEFAULT_LIMITS } from '../process/limits.ts'
import { openCallServices, register } from '../http/register.ts'
import { generate } from 'otplib/functional'
import { contract } from '@despatch/contract/contract'
import { makeSession, PASSWORD } from '../testing/factories.ts'
import { calls, type Input } from './calls.ts'
import { sampleOf } from './samples.ts'
import { openWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.portal.close())

// Last: calls that take away what others need, such as their session or their client's contract.
const LAST = new Set(['session.signOut', 'clients.setMenuOptions'])
// First: it is about the version in force, and others publish more versions.
const FIRST = new Set(['allocation.bringBack'])
const place = (name: string) => Number(LAST.has(name)) - Number(FIRST.has(name))
const ordered = calls.toSorted((one, other) => place(one.name) - place(other.name))

/** These calls exist to return a new token. */
const SIGNS_IN = new Set(['session.signIn', 'session.verifyOneTimeCode', 'session.validateOneTimeCode'])

let seed = ''
/** Inputs for the steps of signing in: each needs the one before. */
const signingIn: Record<string, () => Promise<Input & { token?: string }>> = {
  async 'session.generateOneTimeCodes'() {
    const { ours, portal } = world
    await portal.call(contract.session.confirmPassword, { body: { password: PASSWORD } }, ours.as)
    return {}
  },
  async 'session.verifyOneTimeCode'() {
    const { ours, portal } = world
    await portal.call(contract.session.confirmPassword, { body: { password: PASSWORD } }, ours.as)
    const began = await portal.call(contract.session.generateOneTimeCodes, {}, ours.as)
    seed = began.body.base32
    return { body: { code: await generate({ secret: seed }) } }
  },
  async 'session.validateOneTimeCode'() {
    const { ours, portal } = world
    const username = `${ours.mark.toLowerCase()}.user`
    const { body } = await portal.call(contract.session.signIn, { body: { username, password: PASSWORD } })
    // The code of this half minute was used to register; the next one is accepted as well.
    return { body: { code: await generate({ secret: seed, epoch: Date.now() / 1000 + 30 }) }, token: body.access_token }
  },
  async 'session.resetPassword'() {
    const as = await makeSession(world.portal.testDatabase, { clients: [world.ours.client] })
    return { body: { password: 'a pair of new boots', currentPassword: PASSWORD }, token: as.token }
  },
}

describe('a valid call gets an answer of its shape, with the right headers', () => {
  test.each(ordered.map(({ name, route }) => [name, route] as const))('%s', async (name, route) => {
    const input: Input & { token?: string } = (await signingIn[name]?.()) ?? sampleOf(world, name)
    const token = input.token ?? (input.by === 'operator' ? world.operator.token : world.ours.as.token)
    const answer = await world.send(route, input, { access_token: token, client: world.ours.client })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    // A call that always answers a file has no shape.
    const isFile = route.file === 'application/octet-stream' || name === 'claims.search'
    if (!isFile) expect(route.answer.safeParse(answer.body).error).toBeUndefined()
    expect(answer.headers.get('x-request-id')).toMatch(/^[\w-]{12}$/)
    expect(answer.headers.get('content-type')).toMatch(
      isFile ? /^(text\/csv|image\/jpeg|application\/(vnd|zip|pdf))/ : /^application\/json/,
    )
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'self'")
    expect(answer.headers.get('set-cookie')).toBeNull()
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(JSON.stringify(answer.body)).not.toMatch(/argon2|_hash|"password":"(?!changed")/i)
    if (!SIGNS_IN.has(name)) expect(JSON.stringify(answer.body)).not.toContain(token)
  })

  test('each audited call has left its audit row, and no other has', async () => {
    const acts = await world.portal.testDatabase.asOwner('select distinct act from audit order by act')
    const expected = calls.flatMap(({ route }) => (route.audited ? [route.audited] : []))
    expect(acts.map(({ act }) => act)).toEqual([...new Set(expected)].toSorted())
  })
})

describe('an undeclared field of an answer', () => {
  const shape = z.strictObject({ kept: z.string() })
  const room = routes({
    leaking: {
      method: 'GET',
      path: '/api/leaking',
      summary: '',
      permission: 'session',
      access: 'none',
      answer: shape,
      errors: [],
      audited: false,
    },
    unaudited: {
      method: 'POST',
      path: '/api/unaudited',
      summary: '',
      permission: 'session',
      access: 'none',
      answer: shape,
      errors: [],
      audited: 'a.thing',
    },
  })
  const leak = { kept: 'a', password_hash: 'secret' }
  // The handler differs from its route on purpose; the types would not allow that.
  const bound = bind(room, { leaking: async () => leak, unaudited: async () => ({ kept: 'a' }) })

  async function ask(method: 'GET' | 'POST', url: string) {
    const app = Fastify()
    app.setValidatorCompiler(validatorCompiler)
    app.setSerializerCompiler(serializerCompiler)
    answerErrors(app)
    const served = openCallServices(app, world.portal.database, DEFAULT_LIMITS)
    for (const each of bound) register(app, served, each)
    const { token } = await import('../testing/factories.ts').then(({ makeSession }) =>
      makeSession(world.portal.testDatabase),
    )
    const answer = await app.inject({ method, url, headers: { access_token: token } })
    await app.close()
    return answer
  }

  test('is never sent', async () => {
    const answer = await ask('GET', '/api/leaking')
    expect(answer.statusCode).toBe(500)
    expect(answer.json()).toMatchObject({ code: 'internal_error', message: 'Something went wrong' })
    expect(answer.body).not.toContain('secret')
    expect(answer.body).not.toContain('password_hash')
  })

  test('a change without its audit row is rolled back', async () => {
    const answer = await ask('POST', '/api/unaudited')
    expect(answer.statusCode).toBe(500)
  })
})
