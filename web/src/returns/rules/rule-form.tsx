import { MultiSelect, Select, Switch, Textarea, TextInput } from '@mantine/core'
import type { ReturnItemOf } from '@despatch/contract/returns/rules/return-item'
import { returns } from '@despatch/contract/returns/rules/returns'
import {
  ANSWER_TITLES,
  EXEMPTION_TITLES,
  RESOLUTION_TITLES,
  SINCE_TITLES,
} from '@despatch/domain/returns/rules/return-rule-text'
import { useQuery } from '@tanstack/react-query'
import { CountField, MoneyField } from '../../kit/form/typed/number-fields.tsx'
import { DayField } from '../../kit/form/typed/day-field.tsx'
import { DrawerRecordForm, type DrawerRecordProps } from '../../kit/form/drawer-form.tsx'
import { useCurrency } from '../../kit/session/use-currency.ts'
import { call } from '../../kit/server/call.ts'
import { itemsOfKind } from './returns-queries.ts'
import styles from './returns.module.css'
import { ConditionFields, type RuleState, SINCE } from './rule-conditions.tsx'
import { optionsOf } from './options-of.ts'
import { RULE_LABELS, ruleBody, ruleFieldOf, ruleForm, ruleValues, type RuleValues } from './rule-values.ts'
import { IN_DRAFT, useReturnItem } from './use-return-item.ts'

const ANSWERS = [
  { value: '', label: 'Not set' },
  ...(['allowed', 'refused', 'review'] as const).map((value) => ({ value, label: ANSWER_TITLES[value] })),
]
const KEEPS = [
  { value: '', label: 'Not set' },
  { value: 'yes', label: 'Customer keeps it' },
  { value: 'no', label: 'Must be returned' },
]
const EXEMPT = [{ value: '', label: 'None' }, ...optionsOf(EXEMPTION_TITLES)]

/** The form of a rule in the draft. */
export function RuleForm({ of, onDone, onDelete }: DrawerRecordProps<ReturnItemOf<'rule'>>) {
  const { data: options = [] } = useQuery(itemsOfKind('option'))
  const record = useReturnItem({
    form: { of, onDone, onDelete },
    noun: 'rule',
    added: 'a rule',
    schema: ruleForm,
    labels: RULE_LABELS,
    valueLabels: {
      answer: ANSWER_TITLES,
      exemption: EXEMPTION_TITLES,
      resolutions: RESOLUTION_TITLES,
      since: SINCE_TITLES,
      untilSince: SINCE_TITLES,
      options: Object.fromEntries(options.map(({ _id, name }) => [_id, name])),
    },
    draftKey: `return-rule-${of?._id ?? 'new'}`,
    fieldOf: ruleFieldOf,
    valuesOf: ruleValues,
    save(values, idempotencyKey) {
      const { version, draftAt } = values
      const body = ruleBody(values)
      return of
        ? call(returns.update, { query: IN_DRAFT, body: { _id: of._id, version, draftAt, ...body } })
        : call(returns.add, { query: IN_DRAFT, body }, { idempotencyKey })
    },
  })
  const { form } = record
  const active = form.useWatchValue('active')
  return (
    <DrawerRecordForm record={record} title={of && `Change ${of.name}`} saveLabel="Save to draft">
      <TextInput key={form.key('name')} {...form.getInputProps('name')} label="Name" data-autofocus />
      <Switch
        mt="sm"
        data-path="active"
        label={active ? 'Active' : 'Not active'}
        checked={active}
        onChange={(event) => record.setFields({ active: event.currentTarget.checked })}
      />
      <OutcomeFields state={record} />
      <ConditionFields state={record} />
    </DrawerRecordForm>
  )
}

/** Fields for a rule's outcomes. */
function OutcomeFields({ state }: { readonly state: RuleState }) {
  const { form, setFields } = state
  const currency = useCurrency()
  const { data: options = [] } = useQuery(itemsOfKind('option'))
  const answer = form.useWatchValue('answer')
  const exemption = form.useWatchValue('exemption')
  const since = form.useWatchValue('untilSince')
  const day = form.useWatchValue('untilDay')
  const resolutions = form.useWatchValue('resolutions')
  const offered = form.useWatchValue('options')
  const keep = form.useWatchValue('keep')
  return (
    <fieldset className={styles.group}>
      <legend>Result</legend>
      <p className={styles.lead}>Leave empty to use the rules below.</p>
      <div className={styles.pair}>
        <Select
          data-path="answer"
          label="Answer"
          allowDeselect={false}
          data={ANSWERS}
          value={answer}
          onChange={(value) => setFields({ answer: (value ?? '') as RuleValues['answer'] })}
        />
        {answer === 'refused' && (
          <Select
            data-path="exemption"
            label="Exempt from cancelling"
            allowDeselect={false}
            data={EXEMPT}
            value={exemption}
            onChange={(value) => setFields({ exemption: (value ?? '') as RuleValues['exemption'] })}
          />
        )}
        <Select
          data-path="keep"
          label="Return needed"
          allowDeselect={false}
          data={KEEPS}
          value={keep}
          onChange={(value) => setFields({ keep: (value ?? '') as RuleValues['keep'] })}
        />
      </div>
      {answer !== '' && (
        <Textarea
          mt="sm"
          key={form.key('text')}
          {...form.getInputProps('text')}
          label="Text for the customer"
          maxLength={500}
        />
      )}
      <div className={styles.pair}>
        <CountField isText key={form.key('untilDays')} {...form.getInputProps('untilDays')} label="Number of days" />
        <Select
          data-path="untilSince"
          label="Counted"
          allowDeselect={false}
          data={SINCE}
          value={since}
          onChange={(value) => setFields({ untilSince: (value ?? 'delivery') as RuleValues['untilSince'] })}
        />
        <DayField
          data-path="untilDay"
          label="Or until, if later"
          value={day}
          error={form.errors['untilDay']}
          onChange={(value) => setFields({ untilDay: value })}
        />
      </div>
      <div className={styles.pair}>
        <MoneyField
          key={form.key('fee')}
          {...form.getInputProps('fee')}
          label={`Fee, ${currency}`}
          currency={currency}
          placeholder="2.50"
        />
        <MultiSelect
          data-path="resolutions"
          label="Resolutions"
          data={optionsOf(RESOLUTION_TITLES)}
          value={resolutions}
          error={form.errors['resolutions']}
          onChange={(value) => setFields({ resolutions: value as RuleValues['resolutions'] })}
        />
      </div>
      <MultiSelect
        mt="sm"
        data-path="options"
        label="Options"
        description="Preferred first. Leave empty for all that serve the country"
        data={options
          .filter(({ active, _id }) => active || offered.includes(_id))
          .map(({ _id, name }) => ({ value: _id, label: name }))}
        value={offered}
        error={form.errors['options']}
        onChange={(value) => setFields({ options: value })}
      />
    </fieldset>
  )
}
