import { MultiSelect, Select, TagsInput } from '@mantine/core'
import { SINCE_TITLES } from '@despatch/domain/returns/rules/return-rule-text'
import { useQuery } from '@tanstack/react-query'
import { CountField, MoneyField } from '../../kit/form/typed/number-fields.tsx'
import { DayField } from '../../kit/form/typed/day-field.tsx'
import type { useContractForm } from '../../kit/form/use-contract-form.tsx'
import { useCurrency } from '../../kit/session/use-currency.ts'
import { itemsOfKind } from './returns-queries.ts'
import styles from './returns.module.css'
import type { ruleForm, RuleValues } from './rule-values.ts'

const EITHER = [
  { value: '', label: 'Any' },
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
]
const CUSTOMERS = [
  { value: '', label: 'Any' },
  { value: 'consumer', label: 'Consumer' },
  { value: 'trade', label: 'Trade' },
]
export const SINCE = Object.entries(SINCE_TITLES).map(([value, label]) => ({ value, label: `since ${label}` }))

export type RuleState = {
  readonly form: ReturnType<typeof useContractForm<typeof ruleForm>>['form']
  readonly setFields: (part: Partial<RuleValues>) => void
}

/** Fields for a rule's conditions. */
export function ConditionFields({ state }: { readonly state: RuleState }) {
  const { form, setFields } = state
  const { data: reasons = [] } = useQuery(itemsOfKind('reason'))
  const since = form.useWatchValue('since')
  const named = form.useWatchValue('reasons')
  const customer = form.useWatchValue('customer')
  const serial = form.useWatchValue('serialNumbered')
  const exception = form.useWatchValue('deliveryException')
  const from = form.useWatchValue('orderedFrom')
  const to = form.useWatchValue('orderedTo')
  const currency = useCurrency()
  const count = (name: keyof RuleValues, label: string) => (
    <CountField isText key={form.key(name)} {...form.getInputProps(name)} label={label} />
  )
  const money = (name: keyof RuleValues, label: string) => (
    <MoneyField key={form.key(name)} {...form.getInputProps(name)} label={label} currency={currency} decimals={4} />
  )
  return (
    <fieldset className={styles.group}>
      <legend>When it applies</legend>
      <p className={styles.lead}>All conditions must be met. Leave empty for any.</p>
      <div className={styles.pair}>
        {count('daysFrom', 'From day')}
        {count('daysTo', 'To day')}
        <Select
          data-path="since"
          label="Counted"
          allowDeselect={false}
          data={SINCE}
          value={since}
          onChange={(value) => setFields({ since: (value ?? 'delivery') as RuleValues['since'] })}
        />
      </div>
      <MultiSelect
        mt="sm"
        data-path="reasons"
        label="Reasons"
        searchable
        data={reasons.map(({ code, title }) => ({ value: code, label: `${title} (${code})` }))}
        value={named}
        error={form.errors['reasons']}
        onChange={(value) => setFields({ reasons: value })}
      />
      <div className={styles.pair}>
        <Tags state={state} name="skus" label="SKUs" />
        <Tags state={state} name="categories" label="Categories" />
        <Tags state={state} name="countries" label="Countries" isUpper />
        <Tags state={state} name="regions" label="Regions" isUpper />
      </div>
      <div className={styles.pair}>
        <Select
          data-path="customer"
          label="Customer"
          allowDeselect={false}
          data={CUSTOMERS}
          value={customer}
          onChange={(value) => setFields({ customer: (value ?? '') as RuleValues['customer'] })}
        />
        <Select
          data-path="serialNumbered"
          label="Has a serial number"
          allowDeselect={false}
          data={EITHER}
          value={serial}
          onChange={(value) => setFields({ serialNumbered: (value ?? '') as RuleValues['serialNumbered'] })}
        />
        <Select
          data-path="deliveryException"
          label="Had a delivery exception"
          allowDeselect={false}
          data={EITHER}
          value={exception}
          onChange={(value) => setFields({ deliveryException: (value ?? '') as RuleValues['deliveryException'] })}
        />
      </div>
      <div className={styles.pair}>
        <DayField
          data-path="orderedFrom"
          label="Ordered from"
          value={from}
          error={form.errors['orderedFrom']}
          onChange={(value) => setFields({ orderedFrom: value })}
        />
        <DayField
          data-path="orderedTo"
          label="Ordered to"
          value={to}
          error={form.errors['orderedTo']}
          onChange={(value) => setFields({ orderedTo: value })}
        />
        {count('quantityFrom', 'Quantity from')}
        {count('quantityTo', 'Quantity to')}
        {money('lineFrom', 'Line value from')}
        {money('lineTo', 'Line value to')}
        {money('orderFrom', 'Order value from')}
        {money('orderTo', 'Order value to')}
        {count('earlierFrom', 'Earlier returns from')}
        {count('earlierTo', 'Earlier returns to')}
        {count('earlierDays', 'Within days')}
      </div>
    </fieldset>
  )
}

type TagsProps = {
  readonly state: RuleState
  readonly name: 'skus' | 'categories' | 'countries' | 'regions'
  readonly label: string
  readonly isUpper?: boolean
}

function Tags({ state, name, label, isUpper }: TagsProps) {
  const value = state.form.useWatchValue(name)
  return (
    <TagsInput
      data-path={name}
      label={label}
      value={value}
      error={state.form.errors[name]}
      onChange={(next) => state.setFields({ [name]: isUpper ? next.map((one) => one.toUpperCase()) : next })}
    />
  )
}
