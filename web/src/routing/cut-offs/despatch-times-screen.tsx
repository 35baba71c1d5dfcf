import { Switch, TextInput } from '@mantine/core'
import { cutOffs, type DespatchTimes } from '@despatch/contract/routing/cut-offs/cut-offs'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DrawerForm, useDrawerRecord } from '../../kit/form/drawer-form.tsx'
import { OptionalLabel } from '../../kit/form/optional-label.tsx'
import { CountField } from '../../kit/form/typed/number-fields.tsx'
import { FigureText } from '../../kit/list/columns/cells.tsx'
import { DataTable } from '../../kit/list/data-table.tsx'
import { type Columns, columnsOf } from '../../kit/list/features.ts'
import { ListPage } from '../../kit/list/list-page.tsx'
import { PeekDrawer } from '../../kit/list/peek-drawer.tsx'
import { call } from '../../kit/server/call.ts'
import { queryClient } from '../../kit/server/query-client.ts'
import { useEditDisabledReason } from '../../kit/session/use-rights.ts'
import { ALL, cutOffList, cutOffsChanged } from './cut-off-queries.ts'
import { DESPATCH_TIMES_LABELS, despatchTimesForm, despatchTimesValues, shownDespatchTimes } from './cut-off-values.ts'

const TITLE = 'Despatch times'
const rowId = ({ client }: DespatchTimes) => client

const column = columnsOf<DespatchTimes>()
const COLUMNS: Columns<DespatchTimes> = column.columns([
  column.accessor('client', { header: 'Client', size: 140 }),
  column.accessor('pickMinutes', {
    header: 'Minutes of picking',
    size: 150,
    meta: { align: 'right' },
    cell: ({ getValue }) => <FigureText value={getValue()} />,
  }),
  column.accessor(({ isSameDay }) => (isSameDay ? 'On' : 'Off'), {
    id: 'isSameDay',
    header: 'Same-day despatch',
    size: 160,
  }),
  column.accessor(({ promisedBy }) => promisedBy ?? 'None', {
    id: 'promisedBy',
    header: 'Same day if received by',
    size: 200,
    meta: { fills: true },
  }),
])

/** Despatch times: how long each client's orders take to pick, and whether they leave on the day they are received. */
export function DespatchTimesScreen() {
  const { data, isPending, error, refetch } = useQuery(cutOffList)
  const mayNot = useEditDisabledReason('carrierRoutingControl.carrierCapacitySetUp')
  const [open, setOpen] = useState<DespatchTimes>()
  const close = () => setOpen(undefined)
  return (
    <ListPage title={TITLE} counted={data && `${data.clients.length} clients`}>
      <DataTable
        name="despatch-times"
        label={TITLE}
        columns={COLUMNS}
        rows={data?.clients}
        rowId={rowId}
        isLoading={isPending}
        error={data ? undefined : error}
        onRetry={() => void refetch()}
        {...(mayNot === undefined && { onOpen: setOpen, opensOnClick: true })}
        empty="No clients yet."
      />
      <PeekDrawer of={open} title={({ client }) => `Despatch times of ${client}`} onClose={close}>
        {(shown) => <DespatchTimesForm key={`${shown.client} ${shown.version}`} of={shown} onDone={close} />}
      </PeekDrawer>
    </ListPage>
  )
}

function DespatchTimesForm({ of, onDone }: { readonly of: DespatchTimes; readonly onDone: () => void }) {
  const record = useDrawerRecord({
    form: { of, onDone, onDelete: onDone },
    noun: 'despatch times',
    added: 'despatch times',
    schema: despatchTimesForm,
    labels: DESPATCH_TIMES_LABELS,
    draftKey: `despatch-times-${of.client}`,
    valuesOf: (now) => despatchTimesValues(now ?? of),
    save: (body) => call(cutOffs.saveTimes, { body }, ALL),
    onSaved: cutOffsChanged,
    fetchNow: async () =>
      (await queryClient.fetchQuery({ ...cutOffList, staleTime: 0 })).clients.find(
        ({ client }) => client === of.client,
      ),
    shown: shownDespatchTimes,
  })
  const { form } = record
  const isSameDay = form.useWatchValue('isSameDay')
  return (
    <DrawerForm title={`Despatch times of ${of.client}`} state={record} saveLabel="Save despatch times">
      {record.conflict}
      <CountField
        key={form.key('pickMinutes')}
        {...form.getInputProps('pickMinutes')}
        label="Minutes of picking"
        description="From the release until the parcel is ready for collection"
        data-autofocus
      />
      <Switch
        mt="md"
        label="Same-day despatch"
        description="An order without a despatch date leaves today if a carrier takes it in time; otherwise on the next working day."
        checked={isSameDay}
        onChange={(event) => record.setFields({ isSameDay: event.currentTarget.checked })}
      />
      <TextInput
        mt="md"
        key={form.key('promisedBy')}
        {...form.getInputProps('promisedBy')}
        label={<OptionalLabel>Orders leave the same day if received by</OptionalLabel>}
        description="The promise to the client, such as 14:00. Key Metrics shows how many kept it."
        autoComplete="off"
        maxLength={5}
      />
    </DrawerForm>
  )
}
