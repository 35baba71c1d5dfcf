import { Select, Switch, TagsInput, Textarea, TextInput } from '@mantine/core'
import { optionContent, type ReturnItemOf } from '@despatch/contract/returns/rules/return-item'
import { returns } from '@despatch/contract/returns/rules/returns'
import { DESTINATION_TITLES, PAYER_TITLES, SERVICE_TITLES } from '@despatch/domain/returns/rules/return-rule-text'
import { FigureField, MoneyField } from '../../kit/form/typed/number-fields.tsx'
import { DrawerRecordForm, type DrawerRecordProps } from '../../kit/form/drawer-form.tsx'
import type { useContractForm } from '../../kit/form/use-contract-form.tsx'
import { useCurrency } from '../../kit/session/use-currency.ts'
import { call } from '../../kit/server/call.ts'
import { LabelPool } from './label-pool.tsx'
import { optionsOf } from './options-of.ts'
import styles from './returns.module.css'
import { IN_DRAFT, VERSION_FIELDS, versionsOf, useReturnItem } from './use-return-item.ts'

type Option = ReturnItemOf<'option'>

const GIVES = [
  { value: 'address', label: 'An address' },
  { value: 'link', label: 'A carrier’s link' },
  { value: 'label', label: 'A label from a pool' },
]
const LABELS = {
  name: 'name',
  active: 'active',
  service: 'service',
  countries: 'countries',
  regions: 'regions',
  maxWeight: 'weight',
  maxLength: 'length',
  destination: 'destination',
  payer: 'payer',
  price: 'price',
  gives: 'what is given',
}

const optionForm = optionContent.extend(VERSION_FIELDS)
const VALUE_LABELS = { service: SERVICE_TITLES, destination: DESTINATION_TITLES, payer: PAYER_TITLES }

const valuesOf = (of: Option | undefined) =>
  ({
    ...versionsOf(of),
    name: of?.name ?? '',
    active: of?.active ?? true,
    service: of?.service ?? 'drop-off',
    countries: of?.countries ?? [],
    regions: of?.regions ?? [],
    maxWeight: of?.maxWeight ?? null,
    maxLength: of?.maxLength ?? null,
    destination: of?.destination ?? 'returns-centre',
    payer: of?.payer ?? 'shopper',
    price: of?.price ?? '0',
    gives: of?.gives ?? { kind: 'address', address: '' },
  }) as const

/** The form of a return option in the draft. */
export function OptionForm({ of, onDone, onDelete }: DrawerRecordProps<Option>) {
  const record = useReturnItem({
    form: { of, onDone, onDelete },
    noun: 'option',
    added: 'an option',
    schema: optionForm,
    labels: LABELS,
    valueLabels: VALUE_LABELS,
    draftKey: `return-option-${of?._id ?? 'new'}`,
    valuesOf,
    save: ({ version, draftAt, ...values }, idempotencyKey) =>
      of
        ? call(returns.update, { query: IN_DRAFT, body: { _id: of._id, version, draftAt, ...values } })
        : call(returns.add, { query: IN_DRAFT, body: { kind: 'option', ...values } }, { idempotencyKey }),
  })
  return (
    <DrawerRecordForm record={record} title={of && `Change ${of.name}`} saveLabel="Save to draft">
      <OptionFields state={record} />
      <GivesFields state={record} />
    </DrawerRecordForm>
  )
}

type OptionState = {
  readonly form: ReturnType<typeof useContractForm<typeof optionForm>>['form']
  readonly setFields: ReturnType<typeof useContractForm<typeof optionForm>>['setFields']
}

function OptionFields({ state }: { readonly state: OptionState }) {
  const { form, setFields } = state
  const currency = useCurrency()
  const active = form.useWatchValue('active')
  const service = form.useWatchValue('service')
  const destination = form.useWatchValue('destination')
  const payer = form.useWatchValue('payer')
  const countries = form.useWatchValue('countries') ?? []
  const regions = form.useWatchValue('regions') ?? []
  const weight = form.useWatchValue('maxWeight')
  const length = form.useWatchValue('maxLength')
  const upper = (list: string[]) => list.map((one) => one.toUpperCase())
  // Text that is not a number stays in the form and is not sent.
  const figure = (value: string | number) => (value === '' ? null : (value as number))
  return (
    <>
      <TextInput
        key={form.key('name')}
        {...form.getInputProps('name')}
        label="Name"
        description="Shown to the customer"
        data-autofocus
      />
      <Switch
        mt="sm"
        data-path="active"
        label={active ? 'Active' : 'Not active'}
        checked={active === true}
        onChange={(event) => setFields({ active: event.currentTarget.checked })}
      />
      <div className={styles.pair}>
        <Select
          data-path="service"
          label="Service"
          allowDeselect={false}
          data={optionsOf(SERVICE_TITLES)}
          value={service ?? null}
          onChange={(value) => setFields({ service: (value ?? 'drop-off') as Option['service'] })}
        />
        <Select
          data-path="destination"
          label="Destination"
          allowDeselect={false}
          data={optionsOf(DESTINATION_TITLES)}
          value={destination ?? null}
          onChange={(value) => setFields({ destination: (value ?? 'returns-centre') as Option['destination'] })}
        />
        <MoneyField
          key={form.key('price')}
          {...form.getInputProps('price')}
          label={`Price, ${currency}`}
          currency={currency}
        />
        <Select
          data-path="payer"
          label="Paid by"
          allowDeselect={false}
          data={optionsOf(PAYER_TITLES)}
          value={payer ?? null}
          onChange={(value) => setFields({ payer: (value ?? 'shopper') as Option['payer'] })}
        />
        <TagsInput
          data-path="countries"
          label="Countries"
          description="Leave empty for all"
          value={[...countries]}
          error={form.errors['countries']}
          onChange={(value) => setFields({ countries: upper(value) })}
        />
        <TagsInput
          data-path="regions"
          label="Regions"
          description="Leave empty for all"
          value={[...regions]}
          error={form.errors['regions']}
          onChange={(value) => setFields({ regions: upper(value) })}
        />
        <FigureField
          data-path="maxWeight"
          label="Weight up to, kg"
          decimals={3}
          value={weight ?? ''}
          error={form.errors['maxWeight']}
          onChange={(value) => setFields({ maxWeight: figure(value) })}
        />
        <FigureField
          data-path="maxLength"
          label="Length up to, cm"
          decimals={1}
          value={length ?? ''}
          error={form.errors['maxLength']}
          onChange={(value) => setFields({ maxLength: figure(value) })}
        />
      </div>
    </>
  )
}

/** Fields for what the shopper gets to send the parcel with. */
function GivesFields({ state }: { readonly state: OptionState }) {
  const { form, setFields } = state
  const gives = form.useWatchValue('gives')
  return (
    <>
      <Select
        mt="sm"
        data-path="gives.kind"
        label="Customer gets"
        allowDeselect={false}
        data={GIVES}
        value={gives.kind}
        onChange={(value) =>
          setFields({
            gives:
              value === 'link'
                ? { kind: 'link', link: '' }
                : value === 'label'
                  ? { kind: 'label', pool: '' }
                  : { kind: 'address', address: '' },
          })
        }
      />
      {gives.kind === 'address' && (
        <Textarea
          mt="sm"
          data-path="gives.address"
          label="Address"
          value={gives.address}
          error={form.errors['gives.address']}
          onChange={(event) => setFields({ gives: { kind: 'address', address: event.currentTarget.value } })}
        />
      )}
      {gives.kind === 'link' && (
        <TextInput
          mt="sm"
          data-path="gives.link"
          label="Link"
          placeholder="https://"
          value={gives.link}
          error={form.errors['gives.link']}
          onChange={(event) => setFields({ gives: { kind: 'link', link: event.currentTarget.value } })}
        />
      )}
      {gives.kind === 'label' && (
        <LabelPool
          pool={gives.pool}
          error={form.errors['gives.pool']}
          onChange={(pool) => setFields({ gives: { kind: 'label', pool } })}
        />
      )}
    </>
  )
}
