import { crownDependency } from '@despatch/domain/text/crown-dependencies'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'

/** The table of UK postcode areas only changes with a release, so it is read once per process. */
let outcodes: Promise<ReadonlyMap<string, string>> | undefined

/**
 * The region (postcode area) of a GB postcode, or of a Crown dependency with its own country code. null if the country
 * has no regions or the postcode is unknown.
 */
export async function regionOf(transaction: Transaction, country: string, postcode: string): Promise<string | null> {
  if (country !== 'GB') return crownDependency(country)?.area ?? null
  outcodes ??= transaction
    .rows(
      db
        .selectFrom('outcodes')
        .innerJoin('regions', 'regions.region_id', 'outcodes.region_id')
        .select(['outcode', 'code']),
    )
    .then((rows) => new Map(rows.map(({ outcode, code }) => [outcode, code])))
  const known = await outcodes.catch((error: unknown) => {
    outcodes = undefined
    throw error
  })
  const outcode = outcodeOf(postcode)
  // Royal Mail adds outcodes every year, but their letters still name the area.
  return known.get(outcode) ?? areaOf(outcode, known)
}

/** 'SW1A' for 'SW1A 1AA' or 'SW1A1AA'. Text that is not a full postcode counts as an outcode. */
function outcodeOf(postcode: string): string {
  const compact = postcode.replaceAll(/\s/g, '').toUpperCase()
  return /^[A-Z]{1,2}\d[A-Z\d]?\d[A-Z]{2}$/.test(compact) ? compact.slice(0, -3) : compact
}

function areaOf(outcode: string, known: ReadonlyMap<string, string>): string | null {
  const area = /^[A-Z]{1,2}(?=\d)/.exec(outcode)?.[0]
  return area !== undefined && [...known.values()].includes(area) ? area : null
}
