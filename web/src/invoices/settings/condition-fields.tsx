import { MultiSelect, TagsInput, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { FigureField } from '../../kit/form/typed/number-fields.tsx'
import { countryChoices } from '../../kit/form/countries.ts'
import { OptionalLabel } from '../../kit/form/optional-label.tsx'
import { SearchMultiSelect } from '../../kit/ui/search-select.tsx'
import { type ConditionValues, WEEKDAYS } from './condition-values.ts'
import styles from './agreements.module.css'

type ConditionFieldsProps = {
  /** The zones of the carrier. */
  readonly zones: readonly { readonly value: string; readonly label: string }[]
  readonly values: ConditionValues
  readonly errors: Readonly<Record<string, ReactNode>>
  readonly onChange: (part: Partial<ConditionValues>) => void
}

type Bound = Exclude<keyof ConditionValues, 'countries' | 'postcodes' | 'zones' | 'services' | 'weekdays'>

/** The parcels that a charge applies to. All filled conditions must hold. */
export function ConditionFields({ zones, values, errors, onChange }: ConditionFieldsProps) {
  // A zone that was deleted, or belongs to another carrier, is still chosen.
  const others = values.zones.filter((code) => zones.every(({ value }) => value !== code))
  const bound = (name: Bound, label: string) => (
    <FigureField
      isText
      data-path={name}
      label={<OptionalLabel>{label}</OptionalLabel>}
      value={values[name]}
      error={errors[name]}
      onChange={(text) => onChange({ [name]: text })}
    />
  )
  return (
    <section className={styles.part} aria-label="Applies to">
      <h3>Applies to</h3>
      <p className={styles.lead}>
        Leave empty for all parcels. The charge with most conditions applies, then the newest.
      </p>
      <div className={styles.pair}>
        <SearchMultiSelect
          data-path="countries"
          label={<OptionalLabel>Countries</OptionalLabel>}
          data={countryChoices()}
          value={[...values.countries]}
          error={errors['countries']}
          onChange={(countries) => onChange({ countries })}
        />
        <TextInput
          data-path="postcodes"
          label={<OptionalLabel>Postcodes</OptionalLabel>}
          placeholder="IV, KA27-28, PA20-49"
          description="UK areas, districts or ranges. Abroad, the start of a postcode"
          classNames={{ error: styles.lines ?? '' }}
          autoComplete="off"
          value={values.postcodes}
          error={errors['postcodes']}
          onChange={(event) => onChange({ postcodes: event.currentTarget.value })}
        />
        <SearchMultiSelect
          data-path="zones"
          label={<OptionalLabel>Zones</OptionalLabel>}
          description={zones.length === 0 ? 'No zones yet. Add them under Zones' : 'Any one of these'}
          data={[...zones, ...others.map((code) => ({ value: code, label: code }))]}
          value={[...values.zones]}
          error={errors['zones']}
          onChange={(codes) => onChange({ zones: codes })}
          nothingFoundMessage="No zone found"
        />
        <TagsInput
          data-path="services"
          label={<OptionalLabel>Services</OptionalLabel>}
          value={[...values.services]}
          error={errors['services']}
          onChange={(services) => onChange({ services })}
        />
        <MultiSelect
          data-path="weekdays"
          label={<OptionalLabel>Despatched on</OptionalLabel>}
          data={WEEKDAYS.map((label, day) => ({ value: String(day), label }))}
          value={[...values.weekdays]}
          error={errors['weekdays']}
          onChange={(weekdays) => onChange({ weekdays })}
        />
      </div>
      <div className={styles.pair}>
        {bound('weightAbove', 'Weight above, kg')}
        {bound('weightUpTo', 'Weight up to, kg')}
        {bound('lengthAbove', 'Longest side above, cm')}
        {bound('lengthUpTo', 'Longest side up to, cm')}
        {bound('volumeAbove', 'Volume above, m³')}
        {bound('volumeUpTo', 'Volume up to, m³')}
      </div>
    </section>
  )
}
