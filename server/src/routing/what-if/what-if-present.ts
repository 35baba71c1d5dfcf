import type { WhatIf, WhatIfMove } from '@despatch/contract/routing/what-if/what-if'
import { costOfText, costText } from '@despatch/domain/routing/allocation/units'
import type { Selectable } from 'kysely'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { db } from '../../database/sql.ts'
import type { Tables } from '../../database/tables.ts'

type Row = Selectable<Tables['what_ifs']>

/** A what-if that has not finished by then never will: its server was killed repeatedly, or none is running. */
const LOST_AFTER_MS = 3_600_000
const LOST = 'This trial was lost. Nothing has been changed. Try again.'

/** Presents a what-if. */
export function presentWhatIf(row: Row, now: Date): WhatIf {
  const isLost = isUnfinished(row) && now.getTime() - row.at.getTime() > LOST_AFTER_MS
  return {
    id: row.what_if_id,
    status: isLost ? 'Failed' : row.status,
    days: row.days,
    ruleBookVersion: row.rule_book_version,
    done: row.done,
    total: row.total,
    percentComplete: row.status === 'Succeeded' ? 100 : row.total === 0 ? 0 : Math.floor((row.done / row.total) * 100),
    error: isLost ? LOST : row.error,
    summary: row.summary,
  }
}

const isUnfinished = ({ status }: Pick<Row, 'status'>) => status === 'NotStarted' || status === 'Running'

/** Loads a what-if of the client. Throws an AppError (404) for an unknown or expired one. */
export async function loadWhatIf({ transaction, client }: Context, id: string): Promise<Row> {
  const row = await transaction.row(
    db.selectFrom('what_ifs').selectAll().where('client_code', '=', client).where('what_if_id', '=', id),
  )
  if (!row) throw new AppError('not_found', 'This trial can’t be found. Trials are kept for a week.')
  return row
}

/** The columns that {@link presentMove} needs. */
export const MOVE_COLUMNS = [
  'position',
  'order_number',
  'number',
  'despatch_day',
  'from_method',
  'to_method',
  'cost_before',
  'cost_after',
] as const

export function presentMove(row: Pick<Selectable<Tables['what_if_moves']>, (typeof MOVE_COLUMNS)[number]>): WhatIfMove {
  return {
    position: row.position,
    orderNumber: row.order_number,
    number: row.number,
    despatchDay: row.despatch_day,
    from: row.from_method,
    to: row.to_method,
    costBefore: costText(costOfText(row.cost_before)),
    costAfter: costText(costOfText(row.cost_after)),
  }
}
