/**
 * The Crown dependencies are countries to ISO, and postcode areas of the United Kingdom. Shops write them either way;
 * `crownCode` identifies them in both forms.
 */
const CROWN_DEPENDENCIES: ReadonlyMap<string, { area: string; name: string; example: string }> = new Map([
  ['GG', { area: 'GY', name: 'Guernsey', example: 'GY1 1AA' }],
  ['IM', { area: 'IM', name: 'the Isle of Man', example: 'IM1 1AA' }],
  ['JE', { area: 'JE', name: 'Jersey', example: 'JE2 3AB' }],
])
const CODES = new Map([...CROWN_DEPENDENCIES].map(([code, { area }]) => [area, code]))

export const CROWN_CODES: readonly string[] = [...CROWN_DEPENDENCIES.keys()]
export const CROWN_AREAS: readonly string[] = [...CODES.keys()]

/** A Crown dependency by ISO code: its postcode area, its name in a sentence, and an example postcode. */
export const crownDependency = (country: string) => CROWN_DEPENDENCIES.get(country)

/** The ISO code of the Crown dependency with a postcode area; undefined for other areas. */
export const codeOfArea = (area: string): string | undefined => CODES.get(area)

/** A country (ISO code) with its postcode area, if known. */
type Place = { readonly country: string; readonly region: string | null }

/**
 * The ISO code of the Crown dependency that a place is in, written with its own code or the United Kingdom's; else
 * undefined.
 */
export function crownCode({ country, region }: Place): string | undefined {
  if (CROWN_DEPENDENCIES.has(country)) return country
  return country === 'GB' && region !== null ? CODES.get(region) : undefined
}

/**
 * Whether an address is in one of some countries (ISO codes). Shops write a Crown dependency with its own code or the
 * United Kingdom's, and the list matches it by either. Undefined if only a postcode could decide.
 */
export function isOfCountries(
  countries: readonly string[],
  { country, postcode }: { readonly country: string; readonly postcode: string },
): boolean | undefined {
  if (country === '') return undefined
  const area = /^[A-Z]+/.exec(postcode.trim().toUpperCase())?.[0] ?? null
  const crown = crownCode({ country, region: area })
  if (countries.includes(country)) return true
  if (crown !== undefined && (countries.includes(crown) || countries.includes('GB'))) return true
  return country === 'GB' && area === null && CROWN_CODES.some((code) => countries.includes(code)) ? undefined : false
}

/** The countries (ISO codes) with which addresses of a postcode may be written: 'JE' and 'GB' for Jersey. */
export function sameCountries(country: string, postcode: string): readonly string[] {
  const crown = crownCode({ country, region: /^[A-Z]+/.exec(postcode)?.[0] ?? null })
  return crown ? [crown, 'GB'] : [country]
}
