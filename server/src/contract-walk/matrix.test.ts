import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Route } from '@despatch/contract/route/route'
import {
  defaultPermissions,
  isInternalType,
  ROLE_TYPES,
  type RoleType,
} from '@despatch/domain/administration/roles/role-types'
import { holdsRight } from '@despatch/domain/administration/roles/permissions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSession } from '../testing/factories.ts'
import type { SignedIn } from '../testing/test-portal.ts'
import { calls } from './calls.ts'
import { sampleOf } from './samples.ts'
import { openWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.portal.close())

/** The rows of the printed matrix: the call, and for each role type whether it says yes. */
function printedMatrix(): Map<string, Record<RoleType, boolean>> {
  const text = readFileSync(join(import.meta.dirname, '../../../docs/permissions.md'), 'utf8')
  const rows = text
    .split('\n')
    .filter((line) => line.startsWith('| `') && line.includes(' /api/'))
    .map((line) => line.split('|').map((cell) => cell.trim()))
  return new Map(
    rows.map(([, call = '', , , ...cells]) => [
      call.replaceAll('`', ''),
      Object.fromEntries(ROLE_TYPES.map((type, index) => [type, cells[index] === 'yes'])) as Record<RoleType, boolean>,
    ]),
  )
}

/**
 * Whether a call lets someone in. It is sent something that every call refuses, but only once it knows who calls and
 * what they hold: nothing is changed by asking.
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

test('the permission matrix in docs/ is what the calls do, cell by cell', async (context) => {
  const printed = printedMatrix()
  expect([...printed.keys()].toSorted()).toEqual(calls.map(({ route }) => `${route.method} ${route.path}`).toSorted())
  let right = 0
  const wrong: string[] = []
  for (const type of ROLE_TYPES) {
    const tree = defaultPermissions(type)
    const as = await makeSession(world.portal.testDatabase, {
      type,
      clients: isInternalType(type) ? [] : [world.ours.client],
      holds: (leaf, of) => holdsRight(tree, leaf, of),
    })
    for (const call of calls) {
      const cell = printed.get(`${call.route.method} ${call.route.path}`)?.[type]
      if ((await isLetIn(call, as)) === cell) right++
      else wrong.push(`${type}: ${call.route.method} ${call.route.path} is printed ${String(cell)}`)
    }
  }
  const of = ROLE_TYPES.length * calls.length
  await context.annotate(`matrix cells right: ${right} of ${of}`)
  process.stdout.write(`permission matrix: ${right} of ${of} cells right\n`)
  expect(wrong).toEqual([])
})
