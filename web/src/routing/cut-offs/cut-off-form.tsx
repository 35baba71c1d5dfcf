import { Select, TextInput } from '@mantine/core'
import { type CutOffRow, cutOffs } from '@despatch/contract/routing/cut-offs/cut-offs'
import { WEEKDAYS } from '@despatch/domain/calendar/weekdays'
import { useQuery } from '@tanstack/react-query'
import { DrawerRecordForm, type DrawerRecordProps, useDrawerRecord } from '../../kit/form/drawer-form.tsx'
import { AddRowButton, RemoveRowButton } from '../../kit/form/row-buttons.tsx'
import { DayField } from '../../kit/form/typed/day-field.tsx'
import { call } from '../../kit/server/call.ts'
import { queryClient } from '../../kit/server/query-client.ts'
import { ALL, cutOffList, cutOffsChanged } from './cut-off-queries.ts'
import { CUT_OFF_LABELS, cutOffForm, cutOffValues, shownCutOffs } from './cut-off-values.ts'
import styles from './cut-offs.module.css'

const ALL_SERVICES = 'All services'

/** Adds or changes the cut-offs of a carrier, or of one of its services. */
export function CutOffForm({ of, onDone, onDelete }: DrawerRecordProps<CutOffRow>) {
  const { data } = useQuery(cutOffList)
  const record = useDrawerRecord({
    form: { of, onDone, onDelete },
    noun: 'cut-offs',
    added: 'cut-offs',
    schema: cutOffForm,
    labels: CUT_OFF_LABELS,
    draftKey: `cut-offs-${of ? `${of.carrier} ${of.service}` : 'new'}`,
    valuesOf: cutOffValues,
    save: (body) => call(cutOffs.save, { body }, ALL),
    onSaved: cutOffsChanged,
    fetchNow: async ({ carrier, service }) =>
      (await queryClient.fetchQuery({ ...cutOffList, staleTime: 0 })).cutOffs.find(
        (one) => one.carrier === carrier && one.service === service,
      ),
    shown: shownCutOffs,
  })
  const { form } = record
  const carrier = form.useWatchValue('carrier')
  const service = form.useWatchValue('service') ?? ''
  const known = data?.carriers.find((one) => one.carrier === carrier)
  return (
    <DrawerRecordForm record={record} title={of && `${of.carrierName}, ${of.service || ALL_SERVICES.toLowerCase()}`}>
      {!of && (
        <div className={styles.pair}>
          <Select
            data-path="carrier"
            label="Carrier"
            placeholder="Choose a carrier"
            data={data?.carriers.map((one) => ({ value: one.carrier, label: one.carrierName })) ?? []}
            value={carrier || null}
            error={form.errors['carrier']}
            searchable
            onChange={(value) => record.setFields({ carrier: value ?? '', service: '' })}
          />
          <Select
            data-path="service"
            label="Service"
            description="One service, if its cut-offs differ"
            data={[
              { value: '', label: ALL_SERVICES },
              ...(known?.services ?? []).map((name) => ({ value: name, label: name })),
            ]}
            value={service}
            allowDeselect={false}
            disabled={!known}
            onChange={(value) => record.setFields({ service: value ?? '' })}
          />
        </div>
      )}
      <fieldset className={styles.week}>
        <legend>Parcels are ready by</legend>
        {WEEKDAYS.map((name, index) => (
          <TextInput
            key={form.key(`weekdays.${index}`)}
            {...form.getInputProps(`weekdays.${index}`)}
            label={name.slice(0, 3)}
            aria-label={name}
            placeholder="none"
            autoComplete="off"
            maxLength={5}
          />
        ))}
      </fieldset>
      <p className={styles.note}>
        Times like 16:00, on the operator’s clock. A service without a time has its carrier’s. Nothing leaves at
        weekends.
      </p>
      <Exceptions form={form} />
    </DrawerRecordForm>
  )
}

type ExceptionsProps = {
  readonly form: ReturnType<typeof useDrawerRecord<typeof cutOffForm, CutOffRow>>['form']
}

/** Other cut-offs on single days. */
function Exceptions({ form }: ExceptionsProps) {
  const exceptions = form.useWatchValue('exceptions')
  return (
    <fieldset className={styles.exceptions}>
      <legend>On single days</legend>
      {exceptions.map(({ day }, index) => (
        // Rows have no id, and the form keys its fields by their place.
        <div key={form.key(`exceptions.${index}`)} className={styles.exception}>
          <DayField
            data-path={`exceptions.${index}.day`}
            label="Day"
            value={day}
            error={form.errors[`exceptions.${index}.day`]}
            onChange={(value) => form.setFieldValue(`exceptions.${index}.day`, value)}
          />
          <TextInput
            key={form.key(`exceptions.${index}.time`)}
            {...form.getInputProps(`exceptions.${index}.time`)}
            label="Ready by"
            placeholder="no cut-off"
            autoComplete="off"
            maxLength={5}
          />
          <RemoveRowButton label={`Remove day ${index + 1}`} onClick={() => form.removeListItem('exceptions', index)} />
        </div>
      ))}
      {form.errors['exceptions'] && <p className={styles.error}>{form.errors['exceptions']}</p>}
      <AddRowButton label="Add day" onClick={() => form.insertListItem('exceptions', { day: '', time: '' })} />
    </fieldset>
  )
}
