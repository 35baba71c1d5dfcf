import { invoices } from '@despatch/contract/invoices/invoices'
import type { AgreedDivisor } from '@despatch/contract/invoices/settings'
import { CountField } from '../../kit/form/typed/number-fields.tsx'
import { DrawerRecordForm, type DrawerRecordProps, useDrawerRecord } from '../../kit/form/drawer-form.tsx'
import { call } from '../../kit/server/call.ts'
import { queryClient } from '../../kit/server/query-client.ts'
import { agreedNow, agreementsChanged } from './agreement-queries.ts'
import { DIVISOR_LABELS, divisorBody, divisorForm, divisorValues, shownDivisor } from './agreement-values.ts'
import styles from './agreements.module.css'
import { CarrierClientFields } from './carrier-client-fields.tsx'
import { ShipmentDays } from './shipment-days.tsx'

/** Adds or changes the divisor by which a carrier may bill size instead of weight. */
export function DivisorForm({ of, onDone, onDelete }: DrawerRecordProps<AgreedDivisor>) {
  const record = useDrawerRecord({
    form: { of, onDone, onDelete },
    noun: 'divisor',
    added: 'a divisor',
    schema: divisorForm,
    labels: DIVISOR_LABELS,
    draftKey: `invoice-divisor-${of?.divisorID ?? 'new'}`,
    valuesOf: divisorValues,
    save: (values) => call(invoices.saveDivisor, { body: divisorBody(values) }),
    onSaved: agreementsChanged,
    fetchNow: async () =>
      (await queryClient.fetchQuery({ ...agreedNow, staleTime: 0 })).divisors.find(
        ({ divisorID }) => divisorID === of?.divisorID,
      ),
    shown: shownDivisor,
    together: { days: ['from', 'to'] },
  })
  const { form } = record
  const carrierCode = form.useWatchValue('carrierCode')
  const clientCode = form.useWatchValue('clientCode')
  const from = form.useWatchValue('from')
  const to = form.useWatchValue('to')
  return (
    <DrawerRecordForm record={record}>
      <CarrierClientFields
        carrierCode={carrierCode}
        clientCode={clientCode}
        errors={form.errors}
        isFixed={false}
        onChange={record.setFields}
      />
      <div className={styles.pair}>
        <CountField
          isText
          key={form.key('divisor')}
          {...form.getInputProps('divisor')}
          label="Divisor"
          description="Cubic centimetres per kilogram, e.g. 5000"
        />
      </div>
      <ShipmentDays from={from} to={to} errors={form.errors} onChange={record.setFields} />
    </DrawerRecordForm>
  )
}
