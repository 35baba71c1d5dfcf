import { MultiSelect, TagsInput, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
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

type TextField = Exclude<keyof ConditionValues, 'countries' | 'zones' | 'services' | 'weekdays'>

/** Of which parcels a charge may be billed. All that is filled in has to hold. */
export function ConditionFields({ zones, values, errors, onChange }: ConditionFieldsProps) {
  // One that the carrier has no more, or another carrier has, is still chosen.
  const others = values.zones.filter((code) => zones.every(({ value }) => value !== code))
  const field = (name: TextField, label: string, given: { description?: string; placeholder?: string } = {}) => (
    <TextInput
      {...given}
      data-path={name}
      label={<OptionalLabel>{label}</OptionalLabel>}
      classNames={{ error: styles.lines ?? '' }}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      autoComplete="off"
      value={values[name]}
      error={errors[name]}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
    />
  )
  return (
    <section className={styles.part} aria-label="Which parcels">
      <h3>Which parcels</h3>
      <p className={styles.lead}>
        Everything filled in must hold; left empty, it holds for all parcels. If several charges fit, the one with most
        conditions counts, then the one that began last.
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
        {field('postcodes', 'Postcodes', {
          placeholder: 'IV, KA27-28, PA20-49',
          description: 'Areas, districts and ranges of districts; from abroad, the beginning of a postcode',
        })}
        <SearchMultiSelect
          data-path="zones"
          label={<OptionalLabel>Zones</OptionalLabel>}
          description={zones.length === 0 ? 'This carrier has none yet: add them under Zones' : 'One of them is enough'}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
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
          label={<OptionalLabel>Shipped on</OptionalLabel>}
          data={WEEKDAYS.map((label, day) => ({ value: String(day), label }))}
          value={[...values.weekdays]}
          error={errors['weekdays']}
          onChange={(weekdays) => onChange({ weekdays })}
        />
      </div>
      <div className={styles.pair}>
        {field('weightAbove', 'Weight above, kg')}
        {field('weightUpTo', 'Weight up to, kg')}
        {field('lengthAbove', 'Longest side above, cm')}
        {field('lengthUpTo', 'Longest side up to, cm')}
        {field('volumeAbove', 'Volume above, m³')}
        {field('volumeUpTo', 'Volume up to, m³')}
      </div>
    </section>
  )
}
