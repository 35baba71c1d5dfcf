import { codeOfArea, crownCode, crownDependency } from '../text/crown-dependencies.ts'

/** Where a method serves: ISO codes, and regions of the home country; empty is everywhere. */
type Served = { readonly countries: readonly string[]; readonly regions: readonly string[] }
/** A country (ISO code) and region, if the country has regions and the postcode is known. */
type Place = { readonly country: string; readonly region: string | null }

/**
 * Normalises a place for rules. Jersey, Guernsey and the Isle of Man may come with their own country code or that of
 * the United Kingdom; both become a country of their own (`country`) and a region of the home country.
 */
export function rulePlace({ country, region }: Place, homeCountry: string): Place & { readonly isHome: boolean } {
  const crown = crownCode({ country, region })
  if (crown)
    return {
      country: crown,
      region: crownDependency(crown)?.area ?? region,
      isHome: homeCountry === 'GB' || crown === homeCountry,
    }
  const isHome = country === homeCountry
  return { country, region, isHome }
}

/**
 * Whether a method serves a country of {@link rulePlace}. A Crown dependency counts under its own code or the United
 * Kingdom's.
 */
export function servesCountry({ countries }: Pick<Served, 'countries'>, country: string): boolean {
  return (
    countries.length === 0 ||
    countries.includes(country) ||
    (crownDependency(country) !== undefined && countries.includes('GB'))
  )
}

/** Whether a method serves a region of the home country, including a Crown dependency that it lists as a country. */
export function servesRegion({ countries, regions }: Served, region: string): boolean {
  return regions.length === 0 || regions.includes(region) || countries.includes(codeOfArea(region) ?? '')
}
