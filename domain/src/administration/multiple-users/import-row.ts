import { ALL_CLIENTS, roleTitle } from '../roles/role-types.ts'

/** Normalises a column name: 'First name', 'first_name' and 'FIRSTNAME' are equal. */
const bare = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

export type Places<Column extends string> = Readonly<Partial<Record<Column, number>>>

/**
 * Finds the position of each column in a file's header, in any order, ignoring case and spaces. Skips columns without a
 * name and those in `passedOver`. Returns the fault of an unusable header instead, in words that name the columns.
 */
export function placesOfColumns<Column extends string>(
  header: readonly string[],
  expected: {
    readonly known: readonly Column[]
    readonly required: readonly Column[]
    readonly passedOver?: readonly string[]
  },
): { places: Places<Column>; fault?: undefined } | { fault: string } {
  const places: Partial<Record<Column, number>> = {}
  const unknown: string[] = []
  const doubled: string[] = []
  for (const [place, name] of header.entries()) {
    if (name.trim() === '' || expected.passedOver?.some((one) => bare(one) === bare(name))) continue
    const column = expected.known.find((one) => bare(one) === bare(name))
    if (column === undefined) unknown.push(name.trim())
    else if (places[column] === undefined) places[column] = place
    else doubled.push(column)
  }
  const missing = expected.required.filter((column) => places[column] === undefined)
  const faults = [
    missing.length > 0 && `lacks ${columnsLabel(missing)}`,
    doubled.length > 0 && `has more than one ${columnsLabel(doubled)}`,
    unknown.length > 0 && `has ${columnsLabel(unknown)}, which ${unknown.length === 1 ? 'is' : 'are'} unknown`,
  ].filter((fault) => fault !== false)
  if (faults.length === 0) return { places }
  return { fault: `The file ${faults.join('; it ')}. Its columns may be ${expected.known.join(', ')}.` }
}

const MAX_LISTED_NAMES = 10

function columnsLabel(names: readonly string[]): string {
  const named = names.slice(0, MAX_LISTED_NAMES).map((name) => name.slice(0, 40))
  const more = names.length - named.length
  return `${names.length === 1 ? 'column' : 'columns'} ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

const YES = ['yes', 'true', 'y', '1']
const NO = ['', 'no', 'false', 'n', '0']

/**
 * Reads the cell `active`: yes or no; '' is no, because imported users wait to be activated. Undefined for anything
 * else.
 */
export function readActive(cell: string): boolean | undefined {
  const word = cell.trim().toLowerCase()
  if (YES.includes(word)) return true
  return NO.includes(word) ? false : undefined
}

/** The distinct client codes of a cell, separated by ; or |, in order. */
export function readClients(cell: string): string[] {
  const codes = cell.split(/[;|]/).map((code) => code.trim())
  return [...new Set(codes.filter((code) => code !== ''))]
}

type NamedRole = { readonly code: string; readonly name: string; readonly client: string }

/**
 * The role that a cell names by code or title ('code: name', specification 3), in any case: a role of one of the row's
 * clients, in their order, else a role that all clients share. Undefined if there is none.
 */
export function roleNamed<Role extends NamedRole>(
  cell: string,
  clients: readonly string[],
  rolesByName: ReadonlyMap<string, readonly Role[]>,
): Role | undefined {
  const found = rolesByName.get(roleKey(cell)) ?? []
  for (const client of [...clients, ALL_CLIENTS]) {
    const role = found.find((one) => one.client === client)
    if (role) return role
  }
  return undefined
}

/** The keys under which {@link roleNamed} finds a role. */
export const namesOfRole = (role: NamedRole): string[] => [roleKey(role.code), roleKey(roleTitle(role))]

/** Normalises the name of a role: case, and spaces around the colon. */
export const roleKey = (cell: string): string =>
  cell
    .toLowerCase()
    // Split, because a regular expression for the spaces is quadratic in a cell full of them.
    .split(':')
    .map((part) => part.trim())
    .join(':')
