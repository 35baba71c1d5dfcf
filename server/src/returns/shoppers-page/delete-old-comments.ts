import { DEFAULT_PAGE_SETTINGS } from '@despatch/domain/returns/shoppers-page/page-settings'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'

/**
 * Deletes shoppers' comments on returns that are older than their client's retention period; at most `most` rows.
 * Returns a row for each.
 */
export const deleteOldComments = (now: Date, most: number) =>
  sql<object>`
    update announced_lines set comment = ''
    where ctid = any (array(
      select l.ctid from announced_lines l
      join announced_returns r on r.client_code = l.client_code and r.return_reference = l.return_reference
      left join shoppers_pages p on p.client_code = l.client_code
      where l.comment <> '' and r.announced_at
        < ${now}::timestamptz - make_interval(days => coalesce(p.shopper_data_days, ${DEFAULT_PAGE_SETTINGS.shopperDataDays}))
      limit ${most}
    )) and comment <> ''
    returning 1`.compile(db)
