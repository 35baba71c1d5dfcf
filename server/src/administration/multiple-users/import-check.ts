import { IMPORT_COLUMNS, type ImportVerdict, newUser } from '@despatch/contract/administration/users/user'
import { readActive, readClients, roleNamed } from '@despatch/domain/administration/multiple-users/import-row'
import type { Known, KnownRole } from './import-known.ts'
import type { GivenRow } from './import-rows.ts'
import { roleMisfit } from '../users/role-fits.ts'
import { OPERATOR_SETS_IT } from '../users/user-record.ts'
import { takenText } from '../users/user-exists.ts'

/** A user as a good row gives it. */
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
  role: KnownRole
}

export type CheckedRow = { verdict: ImportVerdict; user?: UserToAdd }

const TEXTS = [
  'username',
  'first_name',
  'last_name',
  'email',
  'phone_number',
  'power_bi_username',
  'domain_username',
] as const

type Given = GivenRow['given']
type Column = keyof Given | ''
type Problem = { column: Column; reason: string }

/** The lines that each username stands on, in small letters. */
export function linesOfUsernames(rows: readonly GivenRow[]): ReadonlyMap<string, readonly number[]> {
  const lines = new Map<string, number[]>()
  for (const { line, given } of rows) {
    const name = given.username.toLowerCase()
    const there = lines.get(name)
    if (there) there.push(line)
    else lines.set(name, [line])
  }
  return lines
}

/**
 * Judges a row: all that is wrong with it, never only the first. Fields have the shapes that a form has (contract
 * newUser); roles and clients are within the caller's own.
 */
export function checkRow(row: GivenRow, known: Known, lines: ReadonlyMap<string, readonly number[]>): CheckedRow {
  const { line, given } = row
  const clients = readClients(given.client)
  const active = readActive(given.active)
  const role = roleNamed(given.role, clients, known.roles)
  const problems: Problem[] = [
    ...row.faults,
    ...textProblems(given),
    ...usernameProblems(given.username, line, { known, lines }),
    ...roleProblems(given.role, role),
    ...clientProblems(clients, known),
    ...(given.power_bi_username.trim() === '' || known.namesInPowerBi
      ? []
      : [{ column: 'power_bi_username' as const, reason: OPERATOR_SETS_IT }]),
  ]
  if (active === undefined) problems.push({ column: 'active', reason: 'Active is yes or no' })
  const misfit = role && roleMisfit(role, clients)
  if (misfit) problems.push({ column: misfit.path === 'role' ? 'role' : 'client', reason: misfit.message })
  if (problems.length > 0 || !role || active === undefined) return { verdict: refusal(row, problems) }
  const texts = Object.fromEntries(TEXTS.map((name) => [name, newUser.shape[name].parse(given[name])]))
  return {
    verdict: { line, username: given.username, verdict: 'good', cells: cellsOf(given), reasons: [] },
    user: { ...(texts as Pick<UserToAdd, (typeof TEXTS)[number]>), line, active, clients, role },
  }
}

const LONGEST_SHOWN = 100

const cellsOf = (given: Given) => IMPORT_COLUMNS.map((column) => given[column].toWellFormed())

function refusal({ line, given }: GivenRow, problems: readonly Problem[]): ImportVerdict {
  return {
    line,
    username: given.username.slice(0, LONGEST_SHOWN),
    verdict: 'refused',
    cells: cellsOf(given),
    reasons: problems.map(({ column, reason }) => ({
      column,
      reason,
      value: column === '' ? '' : given[column].slice(0, LONGEST_SHOWN).toWellFormed(),
    })),
  }
}

function textProblems(given: Given): Problem[] {
  return TEXTS.flatMap((column) => {
    const issue = newUser.shape[column].safeParse(given[column]).error?.issues[0]
    return issue ? [{ column, reason: issue.message }] : []
  })
}

const MAX_LINES = 3

function usernameProblems(
  username: string,
  line: number,
  { known, lines }: { known: Known; lines: ReadonlyMap<string, readonly number[]> },
): Problem[] {
  if (username === '') return []
  const name = username.toLowerCase()
  const same = lines.get(name) ?? []
  const others = same.length - 1
  // Of a file that names nobody else, each row has all the others: no more of them than are shown are looked at.
  const shown = same
    .slice(0, MAX_LINES + 1)
    .filter((other) => other !== line)
    .slice(0, MAX_LINES)
  const where = `${shown.join(', ')}${others > shown.length ? ` and ${others - shown.length} more` : ''}`
  return [
    others > 0 && `The same username stands on ${others === 1 ? 'line' : 'lines'} ${where}`,
    known.usernames.has(name) && takenText(username.slice(0, LONGEST_SHOWN)),
  ].flatMap((reason) => (reason ? [{ column: 'username' as const, reason }] : []))
}

function roleProblems(cell: string, role: KnownRole | undefined): Problem[] {
  const column = 'role'
  if (cell === '') return [{ column, reason: 'Role is missing' }]
  if (!role) return [{ column, reason: `There is no role ${cell.slice(0, LONGEST_SHOWN)} for these clients` }]
  return [
    !role.active && `The role ${role.code} is not active: choose another`,
    role.whyNot !== undefined && `You may not give this role. ${role.whyNot}`,
  ].flatMap((reason) => (reason ? [{ column, reason }] : []))
}

function clientProblems(clients: readonly string[], known: Known): Problem[] {
  const issue = newUser.shape.client.safeParse(clients).error?.issues[0]
  if (issue) return [{ column: 'client', reason: issue.message }]
  return clients
    .filter((code) => !known.clients.has(code))
    .slice(0, MAX_LINES)
    .map((code) => ({ column: 'client', reason: `There is no client ${code} that you may add users to` }))
}
