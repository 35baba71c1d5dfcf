import { Select } from '@mantine/core'
import type { CapacityLimit } from '@despatch/contract/routing/capacity/capacity'
import { DayField } from '../../kit/form/typed/day-field.tsx'
import styles from './capacity.module.css'
import { effectKind, type EffectKind, EFFECTS, withEffect } from './capacity-values.ts'

type EffectFieldsProps = {
  readonly capacity: CapacityLimit
  /** The form path: 'capacities.0'. */
  readonly path: string
  /** The name: 'capacity 1'. */
  readonly name: string
  readonly errorOf: (path: string) => string | undefined
  readonly onChange: (capacity: CapacityLimit) => void
}

/** Edits the period of a capacity: from the start, from a day on, or between days. */
export function EffectFields({ capacity, path, name, errorOf, onChange }: EffectFieldsProps) {
  const { effectiveDate, effectiveBetween: between } = capacity
  const kind = effectKind(capacity)
  const dayField = (at: string, label: string, value: string, change: (day: string) => void) => (
    <DayField
      data-path={`${path}.${at}`}
      aria-label={`${label} of ${name}`}
      placeholder={label}
      value={value}
      error={value === '' ? errorOf(`${path}.${at}`) && 'Choose a day' : errorOf(`${path}.${at}`)}
      onChange={change}
    />
  )
  return (
    <div className={styles.effect}>
      <Select
        {...(kind === 'ever' && { 'data-path': `${path}.effectiveDate` })}
        aria-label={`When ${name} counts`}
        data={EFFECTS}
        value={kind}
        error={kind === 'ever' ? errorOf(`${path}.effectiveDate`) : undefined}
        allowDeselect={false}
        onChange={(chosen) => chosen && onChange(withEffect(capacity, chosen as EffectKind))}
      />
      {kind === 'from' &&
        dayField('effectiveDate', 'First day', effectiveDate ?? '', (day) =>
          onChange({ ...capacity, effectiveDate: day }),
        )}
      {between && (
        <div className={styles.between}>
          {dayField('effectiveBetween.from', 'First day', between.from, (from) =>
            onChange({ ...capacity, effectiveBetween: { ...between, from } }),
          )}
          {dayField('effectiveBetween.to', 'Last day', between.to, (to) =>
            onChange({ ...capacity, effectiveBetween: { ...between, to } }),
          )}
        </div>
      )}
    </div>
  )
}
