import { Button } from '@mantine/core'
import type { StoredStop } from '@despatch/contract/orders/carrier-stops/carrier-stops'
import { formatCount } from '@despatch/domain/money/money'
import { createContext, useContext } from 'react'
import { useToday } from '../../kit/browser/use-today.ts'
import { MomentText, Status } from '../../kit/list/columns/cells.tsx'
import { type Columns, columnsOf } from '../../kit/list/features.ts'
import { daysText, isOver } from './stop-text.ts'

/** The actions of a row; without them the user may only read. */
export type StopActs = { readonly end: (stop: StoredStop) => void; readonly bringBack: (stop: StoredStop) => void }
export const StopActions = createContext<StopActs | undefined>(undefined)

function Actions({ stop }: { readonly stop: StoredStop }) {
  const acts = useContext(StopActions)
  const today = useToday()
  if (!acts) return null
  if (!isOver(stop, today))
    return (
      <Button
        size="compact-xs"
        variant="default"
        aria-label={`End the stop of ${stop.carrierName}`}
        onClick={() => acts.end(stop)}
      >
        End stop…
      </Button>
    )
  if (stop.moved === 0) return null
  return (
    <Button
      size="compact-xs"
      variant="default"
      aria-label={`Bring orders back to ${stop.carrierName}`}
      onClick={() => acts.bringBack(stop)}
    >
      Bring back…
    </Button>
  )
}

function StopStatus({ stop }: { readonly stop: StoredStop }) {
  const over = isOver(stop, useToday())
  return <Status meaning={over ? 'neutral' : 'bad'}>{over ? 'Ended' : 'Stopped'}</Status>
}

const column = columnsOf<StoredStop>()

export const STOP_COLUMNS: Columns<StoredStop> = column.columns([
  column.accessor('carrierName', { header: 'Carrier', size: 160 }),
  column.display({
    id: 'status',
    header: 'Status',
    size: 104,
    cell: ({ row: { original } }) => <StopStatus stop={original} />,
  }),
  column.accessor(daysText, { id: 'days', header: 'Despatch dates', size: 200 }),
  column.accessor(({ services }) => services.join(', ') || 'All', { id: 'services', header: 'Services', size: 140 }),
  column.accessor('reason', { header: 'Reason', size: 180 }),
  column.accessor(({ moved }) => formatCount(moved), {
    id: 'moved',
    header: 'Moved',
    size: 88,
    meta: { align: 'right' },
  }),
  column.accessor('stoppedAt', {
    header: 'Stopped',
    size: 200,
    cell: ({ row: { original } }) => (
      <>
        <MomentText at={original.stoppedAt} /> {original.stoppedBy}
      </>
    ),
  }),
  column.accessor(({ endedAt }) => endedAt ?? '', {
    id: 'endedAt',
    header: 'Ended',
    size: 200,
    cell: ({ row: { original } }) =>
      original.endedAt === null ? null : (
        <>
          <MomentText at={original.endedAt} /> {original.endedBy}
        </>
      ),
  }),
  column.display({
    id: 'actions',
    header: 'Actions',
    size: 124,
    cell: ({ row: { original } }) => <Actions stop={original} />,
  }),
])
