import { IMPORT_COLUMNS, type ImportVerdict, newUser } from '@despatch/contract/administration/users/user'
import { readActive, readClients, roleNamed } from '@despatch/domain/administration/multiple-users/import-row'
import type { ImportLookups, ImportRole } from './import-lookups.ts'
import type { ImportRow } from './import-rows.ts'
import { roleMisfit } from '../users/user-checks.ts'
import { OPERATOR_SETS_IT } from '../users/user-record.ts'
import { usernameTakenMessage } from '../users/user-exists.ts'

/** A user to insert, from an accepted row. */
export type UserToAdd = {
  line: number
  username: string
  first_name: string
  last_name: string
  email: string
  phone_number: string
  power_bi_username: string
  domain_username: string
  active: boolean
  clients: string[]
  role: ImportRole
}

export type CheckedRow = { verdict: ImportVerdict; user?: UserToAdd }

const TEXT_COLUMNS = [
  'username',
  'first_name',
  'last_name',
  'email',
  'phone_number',
  'power_bi_username',
  'domain_username',
] as const

type ImportValues = ImportRow['values']
type Column = keyof ImportValues | ''
type Problem = { column: Column; reason: string }

/** Line numbers by username, in lower case. */
export function linesOfUsernames(rows: readonly ImportRow[]): ReadonlyMap<string, readonly number[]> {
  const lines = new Map<string, number[]>()
  for (const { line, values } of rows) {
    const name = values.username.toLowerCase()
    const there = lines.get(name)
    if (there) there.push(line)
    else lines.set(name, [line])
  }
  return lines
}

/**
 * Checks a row and reports all its problems, not only the first. Fields follow the rules of the user form (contract
 * newUser); roles and clients must be within the caller's own.
 */
export function checkRow(
  row: ImportRow,
  lookups: ImportLookups,
  lines: ReadonlyMap<string, readonly number[]>,
): CheckedRow {
  const { line, values } = row
  const clients = readClients(values.client)
  const active = readActive(values.active)
  const role = roleNamed(values.role, clients, lookups.roles)
  const problems: Problem[] = [
    ...row.faults,
    ...textProblems(values),
    ...usernameProblems(values.username, line, { lookups, lines }),
    ...roleProblems(values.role, role),
    ...clientProblems(clients, lookups),
    ...(values.power_bi_username.trim() === '' || lookups.namesInPowerBi
      ? []
      : [{ column: 'power_bi_username' as const, reason: OPERATOR_SETS_IT }]),
  ]
  if (active === undefined) problems.push({ column: 'active', reason: 'Enter yes or no for active' })
  const misfit = role && roleMisfit(role, clients)
  if (misfit) problems.push({ column: misfit.path === 'role' ? 'role' : 'client', reason: misfit.message })
  if (problems.length > 0 || !role || active === undefined) return { verdict: refusal(row, problems) }
  const texts = Object.fromEntries(TEXT_COLUMNS.map((name) => [name, newUser.shape[name].parse(values[name])]))
  return {
    verdict: { line, username: values.username, verdict: 'good', cells: cellsOf(values), reasons: [] },
    user: { ...(texts as Pick<UserToAdd, (typeof TEXT_COLUMNS)[number]>), line, active, clients, role },
  }
}

const LONGEST_SHOWN = 100

const cellsOf = (values: ImportValues) => IMPORT_COLUMNS.map((column) => values[column].toWellFormed())

function refusal({ line, values }: ImportRow, problems: readonly Problem[]): ImportVerdict {
  return {
    line,
    username: values.username.slice(0, LONGEST_SHOWN),
    verdict: 'refused',
    cells: cellsOf(values),
    reasons: problems.map(({ column, reason }) => ({
      column,
      reason,
      value: column === '' ? '' : values[column].slice(0, LONGEST_SHOWN).toWellFormed(),
    })),
  }
}

function textProblems(values: ImportValues): Problem[] {
  return TEXT_COLUMNS.flatMap((column) => {
    const issue = newUser.shape[column].safeParse(values[column]).error?.issues[0]
    return issue ? [{ column, reason: issue.message }] : []
  })
}

const MAX_LINES = 3

function usernameProblems(
  username: string,
  line: number,
  { lookups, lines }: { lookups: ImportLookups; lines: ReadonlyMap<string, readonly number[]> },
): Problem[] {
  if (username === '') return []
  const name = username.toLowerCase()
  const same = lines.get(name) ?? []
  const others = same.length - 1
  // If every row has the same username, each row has all the others: look at no more of them than the message shows.
  const shown = same
    .slice(0, MAX_LINES + 1)
    .filter((other) => other !== line)
    .slice(0, MAX_LINES)
  const where = `${shown.join(', ')}${others > shown.length ? ` and ${others - shown.length} more` : ''}`
  return [
    others > 0 && `The same username stands on ${others === 1 ? 'line' : 'lines'} ${where}`,
    lookups.usernames.has(name) && usernameTakenMessage(username.slice(0, LONGEST_SHOWN)),
  ].flatMap((reason) => (reason ? [{ column: 'username' as const, reason }] : []))
}

function roleProblems(cell: string, role: ImportRole | undefined): Problem[] {
  const column = 'role'
  if (cell === '') return [{ column, reason: 'Choose a role' }]
  if (!role) return [{ column, reason: `Role ${cell.slice(0, LONGEST_SHOWN)} not found for these clients` }]
  return [
    !role.active && `The role ${role.code} is not active. Choose another`,
    role.whyNot !== undefined && `You can’t give this role. ${role.whyNot}`,
  ].flatMap((reason) => (reason ? [{ column, reason }] : []))
}

function clientProblems(clients: readonly string[], lookups: ImportLookups): Problem[] {
  const issue = newUser.shape.client.safeParse(clients).error?.issues[0]
  if (issue) return [{ column: 'client', reason: issue.message }]
  return clients
    .filter((code) => !lookups.clients.has(code))
    .slice(0, MAX_LINES)
    .map((code) => ({ column: 'client', reason: `Client ${code} not found, or you can’t add users to it` }))
}
