import { MultiSelect, Select, TextInput } from '@mantine/core'
import { invoices } from '@despatch/contract/invoices/invoices'
import { type AgreedCharge, CHARGE_UNITS } from '@despatch/contract/invoices/settings'
import { CHARGE_CATEGORIES } from '@despatch/domain/routing/terms/charge-category'
import { useQuery } from '@tanstack/react-query'
import { FigureField, MoneyField } from '../../kit/form/typed/number-fields.tsx'
import { DrawerRecordForm, type DrawerRecordProps, useDrawerRecord } from '../../kit/form/drawer-form.tsx'
import { OptionalLabel } from '../../kit/form/optional-label.tsx'
import { call } from '../../kit/server/call.ts'
import { queryClient } from '../../kit/server/query-client.ts'
import { SearchSelect } from '../../kit/ui/search-select.tsx'
import { capitalised } from '../invoice-text.ts'
import { agreedNow, agreementsChanged, zonesNow } from './agreement-queries.ts'
import {
  AGREED_DECIMALS,
  AGREED_LABELS,
  agreedBody,
  agreedFieldOf,
  agreedForm,
  agreedValues,
  type AgreedValues,
  shownAgreed,
  UNIT_LABELS,
} from './agreement-values.ts'
import styles from './agreements.module.css'
import { ConditionFields } from './condition-fields.tsx'
import { conditionFields, type ConditionValues } from './condition-values.ts'
import { CarrierClientFields } from './carrier-client-fields.tsx'
import { ShipmentDays } from './shipment-days.tsx'
import { zoneChoices } from './zones/zone-values.ts'

type AgreedFormProps = DrawerRecordProps<AgreedCharge> & {
  /** The first values of a new one. */
  readonly begin?: Partial<AgreedValues>
  readonly onAgreed?: () => void
}

/** Adds or changes a charge that a carrier may bill beside the price. */
export function AgreedForm({ of, begin, onDone, onDelete, onAgreed }: AgreedFormProps) {
  const record = useDrawerRecord({
    form: { of, onDone, onDelete },
    noun: 'agreed charge',
    added: 'an agreed charge',
    schema: agreedForm,
    labels: AGREED_LABELS,
    draftKey: `invoice-agreed-${of?.agreedID ?? begin?.chargeCode ?? 'new'}`,
    fieldOf: agreedFieldOf,
    valuesOf: (now) => ({ ...agreedValues(now), ...(now ? {} : begin) }),
    save: (values) => call(invoices.saveAgreed, { body: agreedBody(values) }),
    onSaved() {
      void agreementsChanged()
      onAgreed?.()
    },
    fetchNow: async () =>
      (await queryClient.fetchQuery({ ...agreedNow, staleTime: 0 })).agreed.find(
        ({ agreedID }) => agreedID === of?.agreedID,
      ),
    shown: shownAgreed,
    together: TOGETHER,
  })
  const { form } = record
  const carrierCode = form.useWatchValue('carrierCode')
  const clientCode = form.useWatchValue('clientCode')
  const category = form.useWatchValue('category')
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
        <SearchSelect
          data-path="category"
          label="Kind of charge"
          placeholder="Choose"
          allowDeselect={false}
          data={CHARGE_CATEGORIES.map(asOption)}
          value={category || null}
          error={form.errors['category']}
          onChange={(value) => record.setFields({ category: value ?? '' })}
        />
        <TextInput key={form.key('chargeText')} {...form.getInputProps('chargeText')} label="Description" />
        <TextInput
          key={form.key('chargeCode')}
          {...form.getInputProps('chargeCode')}
          label={<OptionalLabel>Carrier’s code</OptionalLabel>}
          description="Leave empty for all other charges of this kind"
        />
      </div>
      <AmountFields state={record} />
      <Conditions state={record} />
      <ShipmentDays from={from} to={to} errors={form.errors} onChange={record.setFields} />
    </DrawerRecordForm>
  )
}

const KINDS = [
  { value: 'percent', label: 'A percentage of other charges' },
  { value: 'money', label: 'Money' },
  { value: 'minimum', label: 'Minimum charge' },
]
const WHEN = [
  { value: 'always', label: 'Always, also where it is not billed' },
  { value: 'if billed', label: 'Where it is billed' },
]
const UNITS: Readonly<Record<AgreedValues['kind'], readonly (typeof CHARGE_UNITS)[number][]>> = {
  percent: ['detail', 'invoice'],
  money: CHARGE_UNITS,
  minimum: ['invoice', 'week'],
}
const asOption = (value: string) => ({ value, label: capitalised(value) })

/** The amount: a percentage of other charges, an amount of money, or a minimum. */
function AmountFields({ state }: { readonly state: AgreedState }) {
  const { form, setFields } = state
  const kind = form.useWatchValue('kind')
  const of = form.useWatchValue('of')
  const per = form.useWatchValue('per')
  const when = form.useWatchValue('when')
  const typed = form.useWatchValue('currency').trim().toUpperCase()
  const currency = /^[A-Z]{3}$/.test(typed) ? typed : ''
  return (
    <>
      <div className={styles.pair}>
        <Select
          data-path="kind"
          label="Rate"
          allowDeselect={false}
          data={KINDS}
          value={kind}
          onChange={(value) => {
            const next = (value ?? 'percent') as AgreedValues['kind']
            setFields({ kind: next, per: UNITS[next][0] ?? 'detail' })
          }}
        />
        {kind === 'percent' ? (
          <>
            <FigureField
              isText
              decimals={AGREED_DECIMALS}
              key={form.key('percent')}
              {...form.getInputProps('percent')}
              label="Percent"
              placeholder="12.5"
            />
            <MultiSelect
              data-path="of"
              label="Percent of"
              data={CHARGE_CATEGORIES.map(asOption)}
              value={[...of]}
              error={form.errors['of']}
              onChange={(value) => setFields({ of: value })}
            />
          </>
        ) : (
          <MoneyField
            key={form.key('money')}
            {...form.getInputProps('money')}
            label="Money"
            currency={currency}
            decimals={AGREED_DECIMALS}
            placeholder="4.50"
          />
        )}
        <Select
          data-path="per"
          label="Per"
          allowDeselect={false}
          data={UNITS[kind].map((value) => ({ value, label: capitalised(UNIT_LABELS[value]) }))}
          value={per}
          error={form.errors['per']}
          onChange={(value) => setFields({ per: value ?? 'detail' })}
        />
        <Select
          data-path="when"
          label="Applies"
          description="Allocation counts what always applies"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          allowDeselect={false}
          data={WHEN}
          value={when}
          onChange={(value) => setFields({ when: (value ?? 'always') as AgreedValues['when'] })}
        />
      </div>
      <div className={styles.pair}>
        <MoneyField
          key={form.key('least')}
          {...form.getInputProps('least')}
          label={<OptionalLabel>At least</OptionalLabel>}
          currency={currency}
          decimals={AGREED_DECIMALS}
        />
        <MoneyField
          key={form.key('most')}
          {...form.getInputProps('most')}
          label={<OptionalLabel>Limit</OptionalLabel>}
          currency={currency}
          decimals={AGREED_DECIMALS}
        />
        <TextInput key={form.key('currency')} {...form.getInputProps('currency')} label="Currency" maxLength={3} />
      </div>
    </>
  )
}

function Conditions({ state: { form, setFields } }: { readonly state: AgreedState }) {
  const { data: zones = [] } = useQuery(zonesNow)
  const carrierCode = form.useWatchValue('carrierCode')
  const values: ConditionValues = {
    countries: form.useWatchValue('countries'),
    postcodes: form.useWatchValue('postcodes'),
    zones: form.useWatchValue('zones'),
    services: form.useWatchValue('services'),
    weekdays: form.useWatchValue('weekdays'),
    weightAbove: form.useWatchValue('weightAbove'),
    weightUpTo: form.useWatchValue('weightUpTo'),
    lengthAbove: form.useWatchValue('lengthAbove'),
    lengthUpTo: form.useWatchValue('lengthUpTo'),
    volumeAbove: form.useWatchValue('volumeAbove'),
    volumeUpTo: form.useWatchValue('volumeUpTo'),
  }
  return (
    <ConditionFields
      zones={zoneChoices(zones, carrierCode)}
      values={values}
      errors={form.errors}
      onChange={setFields}
    />
  )
}

/** Fields that only make sense together: an amount, and days. */
const TOGETHER: Readonly<Record<string, readonly string[]>> = {
  amount: ['kind', 'percent', 'of', 'money', 'per', 'currency'],
  conditions: Object.keys(conditionFields),
  days: ['from', 'to'],
}

type AgreedState = {
  readonly form: ReturnType<typeof useDrawerRecord<typeof agreedForm, AgreedCharge>>['form']
  readonly setFields: (part: Partial<AgreedValues>) => void
}
