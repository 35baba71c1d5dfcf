import { crownDependency } from './crown-dependencies.ts'
import { POSTCODE_AREAS } from './postcode-areas.ts'
import { normalPostcode } from './postcode.ts'

/**
 * An entry of a carrier's list of places: 'KA27-28', 'IV', 'EC1A'; abroad the beginning of a postcode, '20' or
 * '20000-20190'.
 */
const ENTRY = /^([A-Z]{0,3})(?:(\d{1,6})(?:([A-Z])|-(?:([A-Z]{1,3})?(\d{1,6})))?)?$/

/** Without spaces, with a hyphen between the ends of a range. */
const plain = (entry: string) =>
  entry
    .toUpperCase()
    .replaceAll(/\s/g, '')
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')

/** The distinct entries of a typed or pasted list, separated by commas, semicolons, tabs or line breaks. */
export const postcodeEntries = (list: string): string[] => [
  ...new Set(
    list
      .split(/[,;\t\r\n]/)
      .map(plain)
      .filter((entry) => entry !== ''),
  ),
]

/** Why an entry of a list of postcodes is invalid; undefined if it is valid. */
export function postcodeEntryProblem(entry: string): string | undefined {
  const [, letters = '', from, , otherLetters, to] = ENTRY.exec(plain(entry)) ?? []
  if (plain(entry) === '' || (letters === '' && from === undefined))
    return `'${entry}' isn’t a postcode area, district or range. Enter it like IV, KA27 or PA20-49`
  if (otherLetters !== undefined && otherLetters !== letters)
    return `The range ${entry} covers two areas. Enter one range per area`
  if (from !== undefined && to !== undefined && Number(to) < Number(from))
    return `The range ${entry} ends before it begins`
  return undefined
}

/** The same for an entry of the United Kingdom or a Crown dependency. */
export function homeEntryProblem(entry: string): string | undefined {
  const problem = postcodeEntryProblem(entry)
  if (problem !== undefined) return problem
  const [, area = '', from = '', , , to = ''] = ENTRY.exec(plain(entry)) ?? []
  if (area === '') return `'${entry}' has no area. Enter its letters too, like KA${from.slice(0, 2)}`
  if (!POSTCODE_AREAS.has(area)) return `'${entry}' isn’t valid. There is no postcode area ${area}`
  if (Math.max(from.length, to.length) > 2)
    return `'${entry}' isn’t a district. A district has up to two digits, like ${area}${from.slice(0, 2)}`
  return undefined
}

export type Address = { readonly country: string; readonly postcode: string }

/**
 * Whether an address lies within one of the entries of {@link postcodeEntries}; undefined if its postcode does not
 * tell.
 */
export function isWithinPostcodes(entries: readonly string[], address: Address): boolean | undefined {
  const isHome = address.country === 'GB' || crownDependency(address.country) !== undefined
  const postcode = isHome ? outcodeOf(address) : plain(address.postcode).replaceAll('-', '')
  if (address.country === '' || postcode === undefined || postcode === '') return undefined
  if (!isHome) return entries.some((entry) => holdsForeign(entry, postcode))
  const [, area = '', district = '', letter = ''] = /^([A-Z]+)(\d*)([A-Z]?)$/.exec(postcode) ?? []
  return area !== '' && entries.some((entry) => entry.startsWith(area) && holdsDistrict(entry, area, district, letter))
}

/**
 * The part of a postcode that {@link isWithinPostcodes} compares: 'KA27' for 'KA27 8SQ'; abroad the letters, digits and one
 * letter at its beginning. '' if it does not tell. It says where a parcel goes, but not to whom.
 */
export function listedPart({ country, postcode }: Address): string {
  if (country === 'GB' || crownDependency(country) !== undefined)
    return outcodeOf({ country, postcode }) ?? /^[A-Z]*/.exec(postcode.trim().toUpperCase())?.[0] ?? ''
  return /^[A-Z]{0,3}\d{0,6}[A-Z]?/.exec(plain(postcode).replaceAll('-', ''))?.[0] ?? ''
}

/** 'KA27' for 'KA27 8SQ', or for an outcode alone. */
function outcodeOf({ country, postcode }: Address): string | undefined {
  const whole = normalPostcode(country, postcode)
  if (whole) return whole.split(' ')[0]
  const typed = plain(postcode)
  return /^[A-Z]{1,2}\d[A-Z\d]?$/.test(typed) ? typed : undefined
}

function holdsDistrict(entry: string, area: string, district: string, letter: string): boolean {
  const [, letters, from, suffix, , to] = ENTRY.exec(entry) ?? []
  if (letters !== area) return false
  if (from === undefined) return true
  if (suffix !== undefined && suffix !== letter) return false
  return Number(from) <= Number(district) && Number(district) <= Number(to ?? from)
}

/** Compares as many digits of a foreign postcode as the entry has. */
function holdsForeign(entry: string, postcode: string): boolean {
  const [, letters = '', from = '', suffix = '', , to = from] = ENTRY.exec(entry) ?? []
  if (!postcode.startsWith(letters)) return false
  const rest = postcode.slice(letters.length)
  if (suffix !== '') return rest.startsWith(from + suffix)
  const digits = rest.slice(0, to.length)
  return from === '' || (/^\d+$/.test(digits) && from <= digits.padEnd(from.length, '0') && digits <= to)
}
