import type { fixedRouting } from '@despatch/contract/routing/fixed-routing/fixed-routing'
import type { RouteAnswer } from '@despatch/contract/route/types'
import type { Context } from '../../http/context.ts'
import { db } from '../../database/sql.ts'

/**
 * Lists the regions by code. Specification 3: 'Region: RegionID and RegionName, each mapped to an id, a code, and a
 * name equal to RegionName.'
 */
export async function listRegions({ transaction }: Context): Promise<RouteAnswer<typeof fixedRouting.regions>> {
  const rows = await transaction.rows(
    db.selectFrom('regions').select(['region_id', 'code', 'name', 'part']).orderBy('code'),
  )
  return {
    Regions: rows.map(({ region_id, code, name, part }) => ({
      RegionID: region_id,
      RegionName: name,
      id: region_id,
      code,
      name,
      part,
    })),
  }
}
