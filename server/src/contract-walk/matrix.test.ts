import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Route } from '@despatch/contract/route/route'
import { holdsRight } from '@despatch/domain/administration/roles/permissions'
import { isInternalType } from '@despatch/domain/administration/roles/role-types'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoRoles } from '../demo/roles-and-users.ts'
import { makeSession, SHOWS_EVERYTHING } from '../testing/factories.ts'
import type { SignedIn } from '../testing/test-portal.ts'
import { calls } from './calls.ts'
import { sampleOf } from './samples.ts'
import { openWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.portal.close())

const named = ({ method, path }: Route) => `${method} ${path}`

/** The rows of the printed matrix: each call with its cells by role. */
function printedMatrix(): Map<string, Record<string, string>> {
  const text = readFileSync(join(import.meta.dirname, '../../../docs/permissions.md'), 'utf8')
  const rows = text
    .split('\n')
    .filter((line) => line.startsWith('| `') && line.includes(' /api/'))
    .map((line) => line.split('|').map((cell) => cell.trim()))
  return new Map(
    rows.map(([, call = '', , , ...cells]) => [
      call.replaceAll('`', ''),
      Object.fromEntries(demoRoles.map(({ name }, index) => [name, cells[index] ?? 'no cell'])),
    ]),
  )
}

/**
 * Whether a call admits a caller. The input is one that every call refuses, but only after checking the caller's permissions,
 * so nothing is changed.
 */
async function isLetIn({ name, route }: { name: string; route: Route }, as: SignedIn): Promise<boolean> {
  const sample = sampleOf(world, name)
  const answer = await world.send(
    route,
    { ...sample, query: { ...sample.query, zzz: '1' } },
    { access_token: as.token, client: world.ours.client },
  )
  expect([400, 401, 403], `${name}: ${JSON.stringify(answer.body)}`).toContain(answer.status)
  return answer.status === 400
}

const SEEN = { shown: SHOWS_EVERYTHING, 'not shown': {} }
const YES: Record<string, readonly (keyof typeof SEEN)[]> = {
  yes: ['shown', 'not shown'],
  'if shown': ['shown'],
  '': [],
}

test('the permission matrix in docs/ matches the calls, whatever the client shows', async (context) => {
  const printed = printedMatrix()
  expect([...printed.keys()].toSorted()).toEqual(calls.map(({ route }) => named(route)).toSorted())
  let right = 0
  const wrong: string[] = []
  for (const [seen, settings] of Object.entries(SEEN)) {
    await world.portal.testDatabase.asOwner('update client_settings set settings = $2 where client_code = $1', [
      world.ours.client,
      JSON.stringify(settings),
    ])
    for (const { name: role, role_type: type, permissions } of demoRoles) {
      const as = await makeSession(world.portal.testDatabase, {
        type,
        clients: isInternalType(type) ? [] : [world.ours.client],
        holds: (leaf, of) => holdsRight(permissions, leaf, of),
      })
      for (const call of calls) {
        const cell = printed.get(named(call.route))?.[role] ?? 'no row'
        const isYes: boolean | undefined = YES[cell]?.some((one) => one === seen)
        if ((await isLetIn(call, as)) === isYes) right++
        else wrong.push(`${role}, ${seen}: ${named(call.route)} is printed '${cell}'`)
      }
    }
  }
  const of = Object.keys(SEEN).length * demoRoles.length * calls.length
  await context.annotate(`matrix cells right: ${right} of ${of}`)
  process.stdout.write(`permission matrix: ${right} of ${of} cells right\n`)
  expect(wrong).toEqual([])
})

/** Refused because of the object: the note is another user's. */
const OF_OTHERS = new Set(['orders.deleteNote'])

test.each([
  ['users of a client', 'Client User'],
  ['users of the operator', 'Internal Administrator'],
] as const)('no handler refuses what its route allows %s; operator calls say so', async (_who, type) => {
  const own = await openWorld()
  const on = own.portal.testDatabase
  const isInternal = isInternalType(type)
  const open = () => makeSession(on, { type, clients: isInternal ? [] : [own.ours.client] })
  let as = await open()
  const wrong: string[] = []
  for (const { name, route } of calls) {
    const send = () => own.send(route, sampleOf(own, name), { access_token: as.token, client: own.ours.client })
    let answer = await send()
    // Some calls end the session itself.
    if (answer.status === 401 && typeof route.permission === 'object') {
      as = await open()
      answer = await send()
    }
    const refused = answer.status === 403 ? answer.body['message'] : undefined
    const expected = isInternal ? undefined : route.operatorOnly
    if (refused !== expected && !OF_OTHERS.has(name)) wrong.push(`${name}: ${String(refused)}`)
  }
  await own.portal.close()
  expect(wrong).toEqual([])
})
