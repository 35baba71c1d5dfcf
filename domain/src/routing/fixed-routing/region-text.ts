import { compareNames } from '../../text/compare-names.ts'

/** A region with its name; `part` is its part of the country. */
export type NamedRegion = { readonly code: string; readonly name: string; readonly part: string }

/** A whole part of the country, or one region. */
export type RegionItem = { readonly name: string; readonly codes: readonly string[] }

/** A table cell names at most this many items; if there are more, it names fewer. */
const MAX_NAMED_ITEMS = 3
const NAMED_BEFORE_MORE = 2

/**
 * Regions in short: 'Everywhere' (no regions, so it includes abroad), 'Everywhere in the UK', 'All of Scotland', 'AB
 * Aberdeen, AL St Albans and 5 more'. `all` has the names of all regions; unknown codes are shown as codes.
 */
export function regionText(codes: readonly string[], all: readonly NamedRegion[]): string {
  const items = regionItems(codes, all)
  if (isEverywhere(codes, all) || items.length <= MAX_NAMED_ITEMS) return wholeRegionText(codes, all)
  const said = items.slice(0, NAMED_BEFORE_MORE)
  const more = new Set(codes).size - said.reduce((sum, item) => sum + item.codes.length, 0)
  return `${said.map(({ name }) => name).join(', ')} and ${more} more`
}

/** Like {@link regionText}, but names all regions. */
export function wholeRegionText(codes: readonly string[], all: readonly NamedRegion[]): string {
  if (codes.length === 0) return 'Everywhere'
  if (isEverywhere(codes, all)) return 'Everywhere in the UK'
  return regionItems(codes, all)
    .map(({ name }) => name)
    .join(', ')
}

function isEverywhere(codes: readonly string[], all: readonly NamedRegion[]): boolean {
  return all.length > 0 && all.every(({ code }) => codes.includes(code))
}

/** All regions by code: 'AB Aberdeen, AL St Albans'. */
export function regionListText(codes: readonly string[], all: readonly NamedRegion[]): string {
  const names = new Map(all.map(({ code, name }) => [code, name]))
  return sortedOnce(codes)
    .map((code) => `${code} ${names.get(code) ?? ''}`.trim())
    .join(', ')
}

/** Groups regions: complete parts of the country by name, then the other regions by code. */
export function regionItems(codes: readonly string[], all: readonly NamedRegion[]): RegionItem[] {
  const chosen = new Set(codes)
  // A part with one region is named as the region.
  const whole = [...Map.groupBy(all, ({ part }) => part)]
    .filter(([, regions]) => regions.length > 1 && regions.every(({ code }) => chosen.has(code)))
    .map(([part, regions]) => ({ name: `All of ${part}`, codes: regions.map(({ code }) => code) }))
    .toSorted((one, other) => compareNames(one.name, other.name))
  const said = new Set(whole.flatMap((item) => item.codes))
  const others = sortedOnce(codes).filter((code) => !said.has(code))
  return [...whole, ...others.map((code) => ({ name: regionListText([code], all), codes: [code] }))]
}

const sortedOnce = (codes: readonly string[]) => [...new Set(codes)].toSorted()
