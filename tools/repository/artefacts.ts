import { openRuleBookCache } from '../../server/src/routing/rule-book/rule-book-cache.ts'
import { OpenWorkCache } from '../../server/src/figures/open-work-cache.ts'
import { contract } from '@despatch/contract/contract'
import { letsIn } from '@despatch/contract/route/may-call'
import type { Permission, Route } from '@despatch/contract/route/route'
import { SEES_EVERYTHING, SEES_NOTHING, type Visibility } from '@despatch/domain/administration/clients/visibility'
import { menuLeaves } from '@despatch/domain/administration/roles/menu'
import { holdsRight, type PermissionTree, type Right } from '@despatch/domain/administration/roles/permissions'
import { buildApp } from '../../server/src/build-app.ts'
import { openSecretBox } from '../../server/src/process/secret-box.ts'
import { openDatabase } from '../../server/src/database/database.ts'
import { editionOfFiles } from '../../server/src/database/migrate/definitions.ts'
import { addressRules } from '../../server/src/process/address-rules.ts'
import { demoRoles } from '../../server/src/demo/roles-and-users.ts'

/** Files that are derived from the code, with functions that return their texts. */
export const artefacts: Record<string, () => Promise<string> | string> = {
  'docs/openapi.json': openApi,
  'docs/permissions.md': permissions,
  'server/src/database/migrate/edition.json': edition,
}

const nothing = async () => undefined

/** The API description, as the server returns it at /api/openapi.json. */
async function openApi(): Promise<string> {
  // The database is never queried, so it need not exist.
  const database = openDatabase({ appUrl: 'postgres://nobody@localhost/nothing' })
  const jobs = { send: nothing, cancel: nothing, unfinishedOf: async () => 0, sendRecurring: async () => false }
  const services = {
    secrets: openSecretBox(''),
    publicUrl: '',
    contact: '',
    mailQueued() {},
    webhooksQueued() {},
    webhookAddresses: addressRules([]),
    books: openRuleBookCache(),
    work: new OpenWorkCache(),
    carriersChanged: () => Promise.resolve(),
    jobs,
    addresses: undefined,
    powerBi: undefined,
    reports: [],
    recurringJobs: [],
    homeCounts: [],
  }
  const app = await buildApp({ database, services, log: false })
  const answer = await app.inject('/api/openapi.json')
  await app.close()
  await database.close()
  return `${JSON.stringify(answer.json(), undefined, 2)}\n`
}

/** The edition of the database's functions and triggers, in the format of oxfmt. */
async function edition(): Promise<string> {
  const { edition: number, hash } = await editionOfFiles()
  return `{ "edition": ${number}, "hash": "${hash}" }\n`
}

/** Which demo role, one of each type, may make which call and open which screen. */
function permissions(): string {
  const heads = demoRoles.map(({ name }) => name)
  const calls = Object.values(contract as Record<string, Record<string, Route>>).flatMap((room) => Object.values(room))
  return [
    '# Permissions',
    '',
    'Printed by `node tools/print-artefacts.ts` from the contract, the menu and the roles of the demo. A role can be given any other rights.',
    '',
    '## Calls',
    '',
    'A call that reads needs Read Only on one of the entries it names; a call that changes needs Read Only and Edit on one of them. What is *operator* is for its staff alone, whatever a role holds. *If shown* is yes where the client lets its users see what the call tells: costs, capacities, other methods, names of staff.',
    '',
    ...table(
      ['Call', 'Needs', 'Client', ...heads],
      calls.map((route) => [
        `\`${route.method} ${route.path}\``,
        needs(route.permission) + (route.operatorOnly === undefined ? '' : '; operator'),
        { none: 'none', 'one-client': 'one', clients: 'one or all' }[route.access],
        ...demoRoles.map((role) => cellOf(route, role)),
      ]),
    ),
    '',
    '## Menu entries',
    '',
    'E is Enable (the entry is shown), R is Read Only (it opens), W is Edit, which grants nothing without R.',
    '',
    ...table(
      ['Entry', ...heads],
      menuLeaves().map(({ leaf }) => [`\`${leaf}\``, ...demoRoles.map((role) => rightsOf(role.permissions, leaf))]),
    ),
    '',
  ].join('\n')
}

/** Whether users of a role may make a call: always, if their client shows what it returns, or never. */
function cellOf(route: Route, { permissions, is_internal: isInternal }: (typeof demoRoles)[number]): string {
  const isLetIn = (sees: Visibility) => letsIn(route, { permissions, isInternal, sees })
  if (isInternal || isLetIn(SEES_NOTHING)) return isLetIn(SEES_EVERYTHING) ? 'yes' : ''
  return isLetIn(SEES_EVERYTHING) ? 'if shown' : ''
}

function needs(permission: Permission): string {
  if (permission === 'public') return 'nothing'
  if (permission === 'signing-in') return 'the right password'
  if (permission === 'session') return 'being signed in'
  return 'edits' in permission
    ? `Read Only and Edit on ${either(permission.edits)}`
    : `Read Only on ${either(permission.reads)}`
}

const either = (leaves: readonly string[]) => leaves.map((leaf) => `\`${leaf}\``).join(' or ')

function rightsOf(tree: PermissionTree, leaf: string): string {
  const letters: [Right, string][] = [
    ['Enable', 'E'],
    ['Read Only', 'R'],
    ['Edit', 'W'],
  ]
  return letters.map(([right, letter]) => (holdsRight(tree, leaf, right) ? letter : '-')).join('')
}

function table(heads: string[], rows: string[][]): string[] {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)]
}
