import type { ActivityRow } from '@despatch/contract/administration/user-activity/activity'
import { actTitle } from '@despatch/domain/administration/user-activity/acts'
import { MomentText, Reference } from '../../kit/list/columns/cells.tsx'
import { type Columns, columnsOf } from '../../kit/list/features.ts'
import { changesText } from './changes.ts'

const column = columnsOf<ActivityRow>()

/** The overview is always newest first. */
const enableSorting = false

export const ACTIVITY_COLUMNS: Columns<ActivityRow> = column.columns([
  column.accessor('at', {
    header: 'When',
    size: 160,
    enableSorting,
    meta: { kind: 'time' },
    cell: ({ getValue }) => <MomentText at={getValue()} />,
  }),
  column.accessor('by', { header: 'Who', size: 150, enableSorting }),
  column.accessor('client', { header: 'Client', size: 110, enableSorting }),
  column.accessor((row) => actTitle(row.act), { id: 'act', header: 'What', size: 200, enableSorting }),
  column.accessor('object', { header: 'Record', size: 200, enableSorting }),
  column.accessor((row) => changesText(row), { id: 'changes', header: 'Changes', size: 320, enableSorting }),
  column.accessor('requestId', {
    header: 'Request',
    size: 300,
    enableSorting,
    cell: ({ getValue }) => getValue() && <Reference text={getValue()} />,
  }),
])
