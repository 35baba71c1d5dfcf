import { Checkbox, Select, Textarea, TextInput } from '@mantine/core'
import type { ClaimTermsDto } from '@despatch/contract/claims/claim-terms'
import { claims } from '@despatch/contract/claims/claims'
import { CLAIM_BASES } from '@despatch/domain/claims/claim-terms'
import { DayField } from '../../kit/form/typed/day-field.tsx'
import { CountField, MoneyField } from '../../kit/form/typed/number-fields.tsx'
import { DrawerRecordForm, type DrawerRecordProps, useDrawerRecord } from '../../kit/form/drawer-form.tsx'
import { OptionalLabel } from '../../kit/form/optional-label.tsx'
import { call } from '../../kit/server/call.ts'
import { queryClient } from '../../kit/server/query-client.ts'
import { claimsChanged, termsNow } from '../claim-queries.ts'
import parts from '../../kit/record/record-parts.module.css'
import styles from '../claims.module.css'
import { shownTerms, TERMS_LABELS, termsBody, termsForm, termsValues } from './terms-values.ts'

type TextField = { readonly name: keyof typeof TERMS_LABELS; readonly label: string; readonly description?: string }

const DAYS: readonly TextField[] = [
  { name: 'lostAfterDays', label: 'Lost after', description: 'Days without an event. Leave empty for never' },
  { name: 'lostWithinDays', label: 'Claim a loss within', description: 'Days from despatch' },
  { name: 'damagedWithinDays', label: 'Claim damage within', description: 'Days from delivery. Leave empty for never' },
  {
    name: 'lateAfterDays',
    label: 'Refund carriage if late by',
    description: 'Days past the promised date. Leave empty for never',
  },
  { name: 'lateWithinDays', label: 'Claim lateness within', description: 'Days from delivery' },
]
const LIMITS: readonly TextField[] = [
  { name: 'mostPerParcel', label: 'Limit per parcel', description: 'Leave empty for no limit' },
  { name: 'mostPerKg', label: 'Limit per kg', description: 'Leave empty for no limit' },
]
const OFFICE: readonly TextField[] = [
  { name: 'email', label: 'Email' },
  { name: 'address', label: 'Postal address' },
  { name: 'form', label: 'Form', description: 'Address of the carrier’s claim form' },
]
const BASIS_LABELS = { 'selling price': 'Selling price', 'cost price': 'Cost price' } as const

/** Adds or changes a carrier's claim terms. */
export function TermsForm({ of, onDone, onDelete }: DrawerRecordProps<ClaimTermsDto>) {
  const record = useDrawerRecord({
    form: { of, onDone, onDelete },
    noun: 'claim terms',
    added: 'claim terms',
    schema: termsForm,
    labels: TERMS_LABELS,
    draftKey: `claim-terms-${of?.termsID ?? 'new'}`,
    valuesOf: termsValues,
    save: (values) => call(claims.saveTerms, { body: termsBody(values) }),
    onSaved: claimsChanged,
    fetchNow: async () =>
      (await queryClient.fetchQuery({ ...termsNow, staleTime: 0 })).terms.find(
        ({ termsID }) => termsID === of?.termsID,
      ),
    shown: shownTerms,
  })
  const { form } = record
  const [from, to, basis] = [form.useWatchValue('from'), form.useWatchValue('to'), form.useWatchValue('basis')]
  const field = ({ name, label, description }: TextField, isOptional = false) => (
    <TextInput
      key={form.key(name)}
      {...form.getInputProps(name)}
      label={isOptional ? <OptionalLabel>{label}</OptionalLabel> : label}
      description={description}
    />
  )
  const typed = form.useWatchValue('limitCurrency').trim().toUpperCase()
  const currency = /^[A-Z]{3}$/.test(typed) ? typed : ''
  return (
    <DrawerRecordForm record={record}>
      {of && !of.isChecked && (
        <p className={parts.remark}>
          These terms aren’t checked. Compare them with your contract, enter it as the source, and save.
        </p>
      )}
      <div className={styles.search}>
        {field({ name: 'carrierCode', label: 'Carrier', description: 'Its code' })}
        {field({ name: 'service', label: 'Service', description: 'Leave empty for every other service' }, true)}
        <DayField
          data-path="from"
          label="First despatch date"
          value={from}
          error={form.errors['from']}
          onChange={(day) => record.setFields({ from: day })}
        />
        <DayField
          data-path="to"
          label={<OptionalLabel>Last despatch date</OptionalLabel>}
          value={to}
          error={form.errors['to']}
          onChange={(day) => record.setFields({ to: day })}
        />
        {field({
          name: 'source',
          label: 'Source',
          description: 'Where the terms stand, and as of when: contract of March 2026',
        })}
        {DAYS.map(({ name, ...said }) => (
          <CountField isText key={form.key(name)} {...form.getInputProps(name)} {...said} />
        ))}
        {LIMITS.map(({ name, ...said }) => (
          <MoneyField key={form.key(name)} {...form.getInputProps(name)} {...said} currency={currency} decimals={4} />
        ))}
        {field({
          name: 'limitCurrency',
          label: 'Currency of the limits',
          description: 'GBP or EUR. Goods in other currencies have no limit',
        })}
        <Select
          data-path="basis"
          label="Value goods at"
          allowDeselect={false}
          data={CLAIM_BASES.map((value) => ({ value, label: BASIS_LABELS[value] }))}
          value={basis}
          error={form.errors['basis']}
          onChange={(value) => value && record.setFields({ basis: value })}
        />
        {basis === 'cost price' && (
          <CountField
            isText
            key={form.key('costPercent')}
            {...form.getInputProps('costPercent')}
            label="Cost price"
            description="Percent of the selling price"
          />
        )}
        <Checkbox
          key={form.key('isCarriagePaid')}
          {...form.getInputProps('isCarriagePaid', { type: 'checkbox' })}
          label="Carriage is refunded with the goods"
        />
        <Textarea
          key={form.key('evidence')}
          {...form.getInputProps('evidence')}
          label={<OptionalLabel>Evidence</OptionalLabel>}
          description="Evidence the carrier needs, one per line"
          rows={3}
        />
        {OFFICE.map((one) => field(one, true))}
      </div>
    </DrawerRecordForm>
  )
}
