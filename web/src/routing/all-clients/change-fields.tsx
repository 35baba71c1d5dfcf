import { Checkbox, MultiSelect, Select } from '@mantine/core'
import { LIMIT_SLOTS } from '@despatch/domain/routing/parcel-limits/written-limits'
import { LIMIT_TYPES, type LimitType } from '@despatch/domain/routing/rule-book/rule-book'
import { RangeRows } from '../active-dates/range-rows.tsx'
import { WEEKDAYS, slotProblem, slotText, typedSlot } from '../capacity/capacity-values.ts'
import { EffectFields } from '../capacity/effect-fields.tsx'
import { CountField, FigureField } from '../../kit/form/typed/number-fields.tsx'
import { DayField } from '../../kit/form/typed/day-field.tsx'
import { CHANGE_KINDS, type ChangeKind, type ChangeValues } from './change-values.ts'
import styles from './all-clients.module.css'

type ChangeFieldsProps = {
  readonly kinds: readonly ChangeKind[]
  readonly values: ChangeValues
  /** Problems by their path in the change. */
  readonly problems: ReadonlyMap<string, string>
  readonly onChange: (part: Partial<ChangeValues>) => void
}

/** Edits the kind and the values of a change. */
export function ChangeFields(props: ChangeFieldsProps) {
  const { kinds, values, onChange } = props
  return (
    <div className={styles.fields}>
      {kinds.length > 1 && (
        <Select
          label="Change"
          data={kinds.map((value) => ({ value, label: CHANGE_KINDS[value] }))}
          value={values.kind}
          allowDeselect={false}
          onChange={(kind) => kind && onChange({ kind: kind as ChangeKind })}
        />
      )}
      <Values {...props} />
    </div>
  )
}

function Values({ values, problems, onChange }: ChangeFieldsProps) {
  switch (values.kind) {
    case 'extend':
      return (
        <>
          <DayField
            label="Last day"
            description="Extends the latest dates to this day. Later dates are unchanged."
            disabled={values.isEndless}
            value={values.to}
            onChange={(to) => onChange({ to })}
          />
          <Checkbox
            label="Without end"
            checked={values.isEndless}
            onChange={(event) => onChange({ isEndless: event.currentTarget.checked })}
          />
        </>
      )
    case 'dates':
      return (
        <>
          {values.ranges.length === 0 && <p>No dates – it can be used every day.</p>}
          <RangeRows
            ranges={values.ranges}
            errorOf={(path) => problems.get(path)}
            onChange={(ranges) => onChange({ ranges })}
          />
        </>
      )
    case 'on':
    case 'off':
      return null
    case 'week':
      return <WeekFields values={values} problems={problems} onChange={onChange} />
    case 'capacity-percent':
    case 'prices':
      return (
        <FigureField
          isText
          label="Per cent"
          description={
            values.kind === 'prices'
              ? 'Changes every price: 5 adds 5%, -5 takes off 5%.'
              : 'Changes every capacity: 25 adds 25%, -25 takes off 25%.'
          }
          value={values.percent}
          error={values.percent === '' ? undefined : problems.get('percent')}
          onChange={(percent) => onChange({ percent })}
        />
      )
    case 'limits':
      return <LimitFields values={values} problems={problems} onChange={onChange} />
  }
}

type PartProps = Omit<ChangeFieldsProps, 'kinds'>

function WeekFields({ values: { capacity }, problems, onChange }: PartProps) {
  const setSlot = (at: number, text: string) => {
    // Text that is not a number is refused as typed.
    const quantityLimit = capacity.quantityLimit.map((slot, index) =>
      index === at ? (typedSlot(text) as number | null) : slot,
    )
    onChange({ capacity: { ...capacity, quantityLimit } })
  }
  return (
    <>
      <EffectFields
        capacity={capacity}
        path="capacity"
        name="the capacity"
        errorOf={(path) => problems.get(path.replace('capacity.', ''))}
        onChange={(next) => onChange({ capacity: next })}
      />
      <div className={styles.slots}>
        {WEEKDAYS.map((name, at) => {
          const slot = capacity.quantityLimit[at] ?? null
          return (
            <CountField
              isText
              key={name}
              label={name}
              placeholder="No limit"
              value={slotText(slot)}
              error={slotProblem(slot) ?? problems.get(`quantityLimit.${at}`)}
              onChange={(text) => setSlot(at, text)}
            />
          )
        })}
      </div>
      <p>Replaces the capacity with the same dates. Others are unchanged.</p>
    </>
  )
}

function LimitFields({ values: { limits, unlimited }, problems, onChange }: PartProps) {
  const titleOf = (type: LimitType) => LIMIT_SLOTS[type].title
  return (
    <>
      <div className={styles.slots}>
        {LIMIT_TYPES.map((type) => {
          const { unit } = LIMIT_SLOTS[type]
          const Field = unit === 'parcels' ? CountField : FigureField
          return (
            <Field
              isText
              key={type}
              label={`${titleOf(type)}${unit === 'parcels' ? '' : ` (${unit})`}`}
              placeholder="Unchanged"
              disabled={unlimited.includes(type)}
              value={limits[type]}
              error={problems.get(`limits.${type}`)}
              onChange={(text) => onChange({ limits: { ...limits, [type]: text } })}
            />
          )
        })}
      </div>
      <MultiSelect
        label="Remove these limits"
        data={LIMIT_TYPES.map((value) => ({ value, label: titleOf(value) }))}
        value={[...unlimited]}
        onChange={(chosen) => onChange({ unlimited: LIMIT_TYPES.filter((type) => chosen.includes(type)) })}
      />
    </>
  )
}
