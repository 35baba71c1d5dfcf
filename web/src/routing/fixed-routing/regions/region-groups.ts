import { compareNames } from '@despatch/domain/text/compare-names'
import type { Region } from '@despatch/contract/routing/fixed-routing/fixed-route'

/** A part of the country with its regions that match the search. */
export type RegionGroup = { readonly part: string; readonly regions: readonly Region[] }

/** Groups matching regions by part of the country, sorted by name, without empty parts. */
export function groupsOf(regions: readonly Region[], search: string): RegionGroup[] {
  const found = regions.filter((region) => isFound(region, search))
  return [...Map.groupBy(found, ({ part }) => part)]
    .map(([part, of]) => ({ part, regions: of }))
    .toSorted((one, other) => compareNames(one.part, other.part))
}

/** Whether a search matches a region: by code, name, part, or an outcode or postcode in it ('AB10'). */
export function isFound({ code, name, part }: Region, search: string): boolean {
  const text = search.trim().toLowerCase()
  if (text === '') return true
  const area = /^([a-z]{1,2})\d/.exec(text)?.[1]
  if (area !== undefined) return code.toLowerCase() === area
  return code.toLowerCase().startsWith(text) || name.toLowerCase().includes(text) || part.toLowerCase().includes(text)
}

export type Tick = 'all' | 'some' | 'none'

/** How many of a group's regions are selected. */
export function tickOf(regions: readonly Region[], chosen: ReadonlySet<string>): Tick {
  const count = regions.filter(({ code }) => chosen.has(code)).length
  return count === 0 ? 'none' : count === regions.length ? 'all' : 'some'
}

/** The selection after pressing a group: all of it, or none if all was selected. Sorted by code. */
export function toggled(regions: readonly Region[], chosen: ReadonlySet<string>): string[] {
  const next = new Set(chosen)
  const isAll = tickOf(regions, chosen) === 'all'
  for (const { code } of regions)
    if (isAll) next.delete(code)
    else next.add(code)
  return [...next].toSorted()
}
