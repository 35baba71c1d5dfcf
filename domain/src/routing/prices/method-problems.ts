type Where = { readonly countries: readonly string[]; readonly regions: readonly string[] }
/** The existing places. */
type KnownPlaces = { readonly isCountry: (code: string) => boolean; readonly regions: ReadonlySet<string> }

/** Finds the problems of where a method serves: unknown countries and regions, and regions without their country. */
export function methodProblems({ countries, regions }: Where, known: KnownPlaces): { path: string; message: string }[] {
  const noCountries = countries.filter((code) => !known.isCountry(code))
  const noRegions = regions.filter((code) => !known.regions.has(code))
  const isHomeServed = countries.length === 0 || countries.includes('GB')
  return [
    ...(noCountries.length > 0 ? [{ path: 'countries', message: there(noCountries, 'country', 'countries') }] : []),
    ...(noRegions.length > 0 ? [{ path: 'regions', message: there(noRegions, 'region', 'regions') }] : []),
    ...(regions.length > 0 && !isHomeServed
      ? [{ path: 'regions', message: 'Regions need GB among the countries. Add it, or remove the regions' }]
      : []),
  ]
}

function there(codes: readonly string[], one: string, many: string): string {
  return codes.length === 1 ? `There is no ${one} ${codes[0]}` : `There are no ${many} ${codes.join(', ')}`
}
