import type { LimitedMethod } from '@despatch/contract/routing/parcel-limits/parcel-limits'
import { LIMIT_SLOTS } from '@despatch/domain/routing/parcel-limits/written-limits'
import { LIMIT_TYPES } from '@despatch/domain/routing/rule-book/rule-book'
import { type Columns, columnsOf } from '../../kit/list/features.ts'
import { limitsBySlot } from './limit-values.ts'

const column = columnsOf<LimitedMethod>()

/** The columns of exported limits: numbers in the unit of the column; empty is no limit. */
export const LIMIT_COLUMNS: Columns<LimitedMethod> = column.columns([
  column.accessor('methodId', { header: 'Method', meta: { keepsText: true } }),
  column.accessor('methodDescription', { header: 'Description' }),
  ...LIMIT_TYPES.map((type) =>
    column.accessor((method) => limitsBySlot(method)[type] ?? '', {
      id: type,
      header: [LIMIT_SLOTS[type].title, LIMIT_SLOTS[type].unit && `(${LIMIT_SLOTS[type].unit})`]
        .filter(Boolean)
        .join(' '),
    }),
  ),
])
