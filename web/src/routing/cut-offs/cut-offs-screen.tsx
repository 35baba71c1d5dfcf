import { Button } from '@mantine/core'
import { type CutOffRow, cutOffs } from '@despatch/contract/routing/cut-offs/cut-offs'
import { WEEKDAYS } from '@despatch/domain/calendar/weekdays'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '../../kit/list/confirm-dialog.tsx'
import { DataTable } from '../../kit/list/data-table.tsx'
import { DisabledReason } from '../../kit/list/disabled-reason.tsx'
import { type Columns, columnsOf } from '../../kit/list/features.ts'
import { ListPage } from '../../kit/list/list-page.tsx'
import { PeekDrawer } from '../../kit/list/peek-drawer.tsx'
import { notify } from '../../kit/notify/notify.ts'
import { call } from '../../kit/server/call.ts'
import { useEditDisabledReason } from '../../kit/session/use-rights.ts'
import { CutOffForm } from './cut-off-form.tsx'
import { ALL, cutOffList, cutOffsChanged } from './cut-off-queries.ts'
import { exceptionsText } from './cut-off-values.ts'

const TITLE = 'Cut-offs'
const rowId = ({ carrier, service }: CutOffRow) => `${carrier} ${service}`
const nameOf = ({ carrierName, service }: CutOffRow) => (service ? `${carrierName}, ${service}` : carrierName)

const column = columnsOf<CutOffRow>()
const COLUMNS: Columns<CutOffRow> = column.columns([
  column.accessor('carrierName', { header: 'Carrier', size: 160, meta: { priority: 1 } }),
  column.accessor(({ service }) => service || 'All', {
    id: 'service',
    header: 'Service',
    size: 150,
    meta: { priority: 2 },
  }),
  ...WEEKDAYS.map((name, index) =>
    column.accessor(({ weekdays }) => weekdays[index] ?? '', {
      id: name.toLowerCase(),
      header: name.slice(0, 3),
      size: 76,
      meta: { priority: 3 + index },
    }),
  ),
  column.accessor(({ exceptions }) => exceptionsText(exceptions), {
    id: 'exceptions',
    header: 'On single days',
    size: 260,
    meta: { fills: true, priority: 10 },
  }),
])

/** Cut-offs: until when carriers and their services take the parcels of a day, for all clients. */
export function CutOffsScreen() {
  const { data, isPending, error, refetch } = useQuery(cutOffList)
  const mayNot = useEditDisabledReason('carrierRoutingControl.carrierCapacitySetUp')
  const [open, setOpen] = useState<CutOffRow | 'new'>()
  const [removing, setRemoving] = useState<CutOffRow>()
  const close = () => setOpen(undefined)
  const mayOpen = mayNot === undefined ? setOpen : undefined
  return (
    <ListPage
      title={TITLE}
      counted={data && `${data.cutOffs.length} set`}
      action={
        <>
          <DisabledReason reasons={[mayNot]} />
          <Button disabled={mayNot !== undefined} onClick={() => setOpen('new')}>
            Add cut-offs
          </Button>
        </>
      }
    >
      <DataTable
        name="cut-offs"
        label={TITLE}
        columns={COLUMNS}
        rows={data?.cutOffs}
        rowId={rowId}
        isLoading={isPending}
        error={data ? undefined : error}
        onRetry={() => void refetch()}
        {...(mayOpen && { onOpen: mayOpen, opensOnClick: true })}
        empty="No cut-offs. Add when each carrier collects: later orders of the day go to another carrier, or the next day."
      />
      <PeekDrawer
        of={open}
        size="lg"
        title={(shown) => (shown === 'new' ? 'Add cut-offs' : `Cut-offs of ${nameOf(shown)}`)}
        onClose={close}
      >
        {(shown) => (
          <CutOffForm
            key={shown === 'new' ? 'new' : `${rowId(shown)} ${shown.version}`}
            of={shown === 'new' ? undefined : shown}
            onDone={close}
            onDelete={() => shown !== 'new' && setRemoving(shown)}
          />
        )}
      </PeekDrawer>
      <ConfirmDialog
        opened={removing !== undefined}
        title={removing ? `Delete the cut-offs of ${nameOf(removing)}?` : ''}
        confirmLabel="Delete"
        isDangerous
        onConfirm={async () => {
          if (!removing) return
          const { carrier, service } = removing
          notify.success((await call(cutOffs.remove, { query: { carrier, service } }, ALL)).message)
          void cutOffsChanged()
        }}
        onDone={close}
        onClose={() => setRemoving(undefined)}
      >
        <p>Orders go to this carrier at any time of their despatch day. Earlier decisions stay.</p>
      </ConfirmDialog>
    </ListPage>
  )
}
