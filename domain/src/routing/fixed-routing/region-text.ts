import { compareNames } from '../../text/compare-names.ts'

/** A region as its words need it; `part` is the part of the country that it lies in. */
export type NamedRegion = { readonly code: string; readonly name: string; readonly part: string }

/** What some regions are said as: a whole part of the country, or one region. */
export type RegionItem = { readonly name: string; readonly codes: readonly string[] }

/** As many as a cell can bear; where there are more, fewer are named. */
const MAX_SAID = 3
const SAID_OF_MORE = 2

/**
 * Regions in short: 'Everywhere' (none is named, so it is so abroad too), 'Everywhere in the UK', 'All of Scotland',
 * 'AB Aberdeen, AL St Albans and 5 more'. Takes their codes, and all regions that there are; of one that is not among
 * these the code is said. {@link regionListText} says all of them.
 */
export function regionText(codes: readonly string[], all: readonly NamedRegion[]): string {
  const items = regionItems(codes, all)
  if (isEverywhere(codes, all) || items.length <= MAX_SAID) return wholeRegionText(codes, all)
  const said = items.slice(0, SAID_OF_MORE)
  const more = new Set(codes).size - said.reduce((sum, item) => sum + item.codes.length, 0)
  return `${said.map(({ name }) => name).join(', ')} and ${more} more`
}

/** The same with nothing left out: of other regions it says other words. */
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

/** Regions in full, in the order of their codes: 'AB Aberdeen, AL St Albans'. */
export function regionListText(codes: readonly string[], all: readonly NamedRegion[]): string {
  const names = new Map(all.map(({ code, name }) => [code, name]))
  return sortedOnce(codes)
    .map((code) => `${code} ${names.get(code) ?? ''}`.trim())
    .join(', ')
}

/** Regions as people say them: the parts of the country that are whole, by name, then the others by code. */
export function regionItems(codes: readonly string[], all: readonly NamedRegion[]): RegionItem[] {
  const chosen = new Set(codes)
  // A part that is one region is said by the region.
  const whole = [...Map.groupBy(all, ({ part }) => part)]
    .filter(([, regions]) => regions.length > 1 && regions.every(({ code }) => chosen.has(code)))
    .map(([part, regions]) => ({ name: `All of ${part}`, codes: regions.map(({ code }) => code) }))
    .toSorted((one, other) => compareNames(one.name, other.name))
  const said = new Set(whole.flatMap((item) => item.codes))
  const others = sortedOnce(codes).filter((code) => !said.has(code))
  return [...whole, ...others.map((code) => ({ name: regionListText([code], all), codes: [code] }))]
}

const sortedOnce = (codes: readonly string[]) => [...new Set(codes)].toSorted()
