import { Button, Text } from '@mantine/core'
import type { OffCarrier, StoredStop } from '@despatch/contract/orders/carrier-stops/carrier-stops'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { z } from 'zod'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { useToday } from '../../kit/browser/use-today.ts'
import { ConfirmDialog } from '../../kit/list/confirm-dialog.tsx'
import { DataTable } from '../../kit/list/data-table.tsx'
import { DisabledReason } from '../../kit/list/disabled-reason.tsx'
import { ListPage } from '../../kit/list/list-page.tsx'
import { notify } from '../../kit/notify/notify.ts'
import { useEditDisabledReason } from '../../kit/session/use-rights.ts'
import styles from './carrier-stops.module.css'
import { BringBackDialog, MoveDialog } from './move-dialogs.tsx'
import { MoveReceipt } from './move-receipt.tsx'
import { STOP_COLUMNS, StopActions } from './stop-columns.tsx'
import { StopDialog } from './stop-dialog.tsx'
import { endStop, moveResult, stopList, undoMoves } from './stop-queries.ts'
import { isOver, ordersText } from './stop-text.ts'

const TITLE = 'Carrier stops'
const code = z.string().max(20).catch('')
const shape = z.object({ new: code, move: code })
const rowId = ({ stopId }: StoredStop) => stopId

/** Carrier stops: stops a carrier for all clients, moves the orders of carriers that are off, and brings them back. */
export function CarrierStopsScreen() {
  const [search, change] = useScreenSearch(shape)
  const today = useToday()
  const { data, isPending, error, refetch } = useQuery(stopList)
  const mayNot = useEditDisabledReason('carrierRoutingControl.carrierCapacitySetUp')
  const [ending, setEnding] = useState<StoredStop>()
  const [returning, setReturning] = useState<StoredStop>()
  const acts = useMemo(() => (mayNot === undefined ? { end: setEnding, bringBack: setReturning } : undefined), [mayNot])
  const inForce = data?.stops.filter((stop) => !isOver(stop, today)).length ?? 0
  return (
    <StopActions value={acts}>
      <ListPage
        title={TITLE}
        counted={data && `${inForce} in force`}
        action={
          <>
            <DisabledReason reasons={[mayNot]} />
            <Button color="bad" disabled={mayNot !== undefined} onClick={() => change({ new: 'any' })}>
              Stop a carrier…
            </Button>
          </>
        }
      >
        <MoveReceipt store={moveResult} undo={undoMoves} />
        {data?.off.map((one) => (
          <Off
            key={one.carrier}
            of={one}
            onMove={mayNot === undefined ? () => change({ move: one.carrier }) : undefined}
          />
        ))}
        <DataTable
          name="carrier-stops"
          label={TITLE}
          columns={STOP_COLUMNS}
          rows={data?.stops}
          rowId={rowId}
          isLoading={isPending}
          error={data ? undefined : error}
          onRetry={() => void refetch()}
          empty="No carrier is stopped. Stop one in a strike, a flood or an outage: its orders move to the others."
        />
        <StopDialog
          key={search.new}
          carrier={search.new === 'any' ? '' : search.new}
          opened={search.new !== '' && mayNot === undefined}
          onClose={() => change({ new: '' })}
        />
        <MoveDialog
          of={mayNot === undefined ? data?.off.find(({ carrier }) => carrier === search.move) : undefined}
          onClose={() => change({ move: '' })}
        />
        <BringBackDialog stop={returning} onClose={() => setReturning(undefined)} />
        <ConfirmDialog
          opened={ending !== undefined}
          title={ending ? `End the stop of ${ending.carrierName}?` : ''}
          confirmLabel="End stop"
          onConfirm={async () => ending && notify.success(await endStop(ending.stopId))}
          onClose={() => setEnding(undefined)}
        >
          <Text size="sm">
            {ending?.carrierName} takes new orders again. {ending && ordersText(ending.moved)} that the stop moved stay
            with their present carriers until you bring them back.
          </Text>
        </ConfirmDialog>
      </ListPage>
    </StopActions>
  )
}

const BECAUSE = {
  stopped: 'which is stopped',
  'not-active': 'which is not active on their despatch dates',
} as const satisfies Record<OffCarrier['because'], string>

/** A carrier that is off and still has orders, however it was switched off. */
function Off({ of, onMove }: { readonly of: OffCarrier; readonly onMove: (() => void) | undefined }) {
  return (
    <div className={styles.off} role="status">
      <p>
        {ordersText(of.orders)} of {of.clients.join(', ')} {of.orders === 1 ? 'has' : 'have'} {of.carrierName},{' '}
        {BECAUSE[of.because]}.
      </p>
      {onMove && (
        <Button size="compact-sm" aria-label={`Move the orders of ${of.carrierName}`} onClick={onMove}>
          Move…
        </Button>
      )}
    </div>
  )
}
