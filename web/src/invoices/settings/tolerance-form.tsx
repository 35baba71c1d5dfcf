import { invoices } from '@despatch/contract/invoices/invoices'
import type { Tolerance } from '@despatch/contract/invoices/settings'
import { FigureField, MoneyField } from '../../kit/form/typed/number-fields.tsx'
import { DrawerRecordForm, type DrawerRecordProps, useDrawerRecord } from '../../kit/form/drawer-form.tsx'
import { OptionalLabel } from '../../kit/form/optional-label.tsx'
import { call } from '../../kit/server/call.ts'
import { queryClient } from '../../kit/server/query-client.ts'
import { agreementsChanged, tolerancesNow } from './agreement-queries.ts'
import {
  AGREED_DECIMALS,
  shownTolerance,
  TOLERANCE_LABELS,
  toleranceBody,
  toleranceFieldOf,
  toleranceForm,
  toleranceValues,
} from './agreement-values.ts'
import styles from './agreements.module.css'
import { CarrierClientFields } from './carrier-client-fields.tsx'

/** Adds or changes how far billed amounts may differ. */
export function ToleranceForm({ of, onDone, onDelete }: DrawerRecordProps<Tolerance>) {
  const record = useDrawerRecord({
    form: { of, onDone, onDelete },
    noun: 'tolerance',
    added: 'a tolerance',
    schema: toleranceForm,
    labels: TOLERANCE_LABELS,
    draftKey: `invoice-tolerance-${of?.toleranceID ?? 'new'}`,
    fieldOf: toleranceFieldOf,
    valuesOf: toleranceValues,
    save: (values) => call(invoices.saveTolerance, { body: toleranceBody(values) }),
    onSaved: agreementsChanged,
    fetchNow: async ({ carrierCode: carrier, clientCode: client }) =>
      (await queryClient.fetchQuery({ ...tolerancesNow, staleTime: 0 })).find(
        ({ carrierCode, clientCode }) => carrierCode === carrier && clientCode === client,
      ),
    shown: shownTolerance,
  })
  const { form } = record
  const carrierCode = form.useWatchValue('carrierCode')
  const clientCode = form.useWatchValue('clientCode')
  return (
    <DrawerRecordForm record={record}>
      <CarrierClientFields
        carrierCode={carrierCode}
        clientCode={clientCode}
        errors={form.errors}
        isFixed={of !== undefined}
        onChange={record.setFields}
      />
      <p className={styles.lead}>Rows and charges must meet both limits. Leave empty for no limit.</p>
      <div className={styles.pair}>
        <MoneyField
          key={form.key('rowMoney')}
          {...form.getInputProps('rowMoney')}
          label={<OptionalLabel>Row tolerance</OptionalLabel>}
          description="Amount, e.g. 0.05"
          currency=""
          decimals={AGREED_DECIMALS}
        />
        <FigureField
          isText
          decimals={AGREED_DECIMALS}
          key={form.key('rowPercent')}
          {...form.getInputProps('rowPercent')}
          label={<OptionalLabel>and by percent</OptionalLabel>}
          description="Of expected cost, e.g. 1.5"
        />
        <MoneyField
          key={form.key('chargeMoney')}
          {...form.getInputProps('chargeMoney')}
          label={<OptionalLabel>Charge tolerance</OptionalLabel>}
          description="Amount, e.g. 0.05"
          currency=""
          decimals={AGREED_DECIMALS}
        />
        <FigureField
          isText
          decimals={AGREED_DECIMALS}
          key={form.key('chargePercent')}
          {...form.getInputProps('chargePercent')}
          label={<OptionalLabel>and by percent</OptionalLabel>}
          description="Of expected cost, e.g. 1.5"
        />
      </div>
      <div className={styles.pair}>
        <MoneyField
          key={form.key('invoice')}
          {...form.getInputProps('invoice')}
          label={<OptionalLabel>Invoice tolerance</OptionalLabel>}
          description="Limit for the sum of all differences within tolerance"
          currency=""
          decimals={AGREED_DECIMALS}
        />
      </div>
    </DrawerRecordForm>
  )
}
