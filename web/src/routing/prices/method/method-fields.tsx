import { Checkbox, TagsInput, TextInput } from '@mantine/core'
import { DISPATCH_SERVICES } from '@despatch/domain/routing/dispatch-service'
import { USUAL_DELIVERY_WEEKDAYS } from '@despatch/domain/routing/rule-book/rule-book'
import type { ReactNode } from 'react'
import { CountField } from '../../../kit/form/typed/number-fields.tsx'
import formStyles from '../../../kit/form/form.module.css'
import { OptionalLabel } from '../../../kit/form/optional-label.tsx'
import { countryChoices } from '../../../kit/form/countries.ts'
import { SearchMultiSelect } from '../../../kit/ui/search-select.tsx'
import { WEEKDAYS } from '@despatch/domain/calendar/weekdays'
import type { MethodFieldValues } from './method-values.ts'
import styles from '../prices.module.css'
import { RegionsField } from '../regions-field.tsx'

type MethodFieldsProps = {
  readonly values: MethodFieldValues
  readonly errorOf: (path: string) => ReactNode
  readonly onChange: (part: Partial<MethodFieldValues>) => void
}

/** Edits a method's name, and where and how it serves; for new and existing methods. */
export function MethodFields({ values, errorOf, onChange }: MethodFieldsProps) {
  const { carrierService, methodDescription, contracts, serviceTypes, countries, regions, transitDays } = values
  const { deliveryWeekdays = USUAL_DELIVERY_WEEKDAYS, deliversOnHolidays = false } = values
  /** Shows the error of a list item below the list. */
  const errorIn = (field: string, list: readonly unknown[]) =>
    errorOf(field) ?? list.map((_, index) => errorOf(`${field}.${index}`)).find(Boolean)
  return (
    <div className={formStyles.fields}>
      <TextInput
        data-path="carrierService"
        label="Service"
        description="The carrier’s service, like ‘Next Day’."
        autoComplete="off"
        value={carrierService}
        error={errorOf('carrierService')}
        onChange={(event) => onChange({ carrierService: event.currentTarget.value })}
      />
      <TextInput
        data-path="methodDescription"
        label="Description"
        autoComplete="off"
        value={methodDescription}
        error={errorOf('methodDescription')}
        onChange={(event) => onChange({ methodDescription: event.currentTarget.value })}
      />
      <Checkbox.Group
        data-path="serviceTypes"
        label="Service types"
        value={serviceTypes}
        error={errorIn('serviceTypes', serviceTypes)}
        onChange={(chosen) => onChange({ serviceTypes: DISPATCH_SERVICES.filter((type) => chosen.includes(type)) })}
      >
        <div className={styles.choices}>
          {DISPATCH_SERVICES.map((type) => (
            <Checkbox key={type} value={type} label={type} />
          ))}
        </div>
      </Checkbox.Group>
      <CountField
        data-path="transitDays"
        label="Transit days"
        description="Delivery days from despatch to delivery."
        classNames={{ wrapper: styles.narrow }}
        value={Number.isNaN(transitDays) ? '' : transitDays}
        error={errorOf('transitDays')}
        // Text that is not a number stays in the form and is refused there.
        onChange={(days) => onChange({ transitDays: days as number })}
      />
      <Checkbox.Group
        data-path="deliveryWeekdays"
        label="Delivers on"
        value={deliveryWeekdays.map(String)}
        error={errorIn('deliveryWeekdays', deliveryWeekdays)}
        onChange={(chosen) => onChange({ deliveryWeekdays: chosen.map(Number).toSorted((one, other) => one - other) })}
      >
        <div className={styles.choices}>
          {WEEKDAYS.map((name, index) => (
            <Checkbox key={name} value={String(index)} label={name.slice(0, 3)} aria-label={name} />
          ))}
        </div>
      </Checkbox.Group>
      <Checkbox
        data-path="deliversOnHolidays"
        label="Delivers on public holidays too"
        description="Public holidays of the destination country or nation."
        checked={deliversOnHolidays}
        onChange={(event) => onChange({ deliversOnHolidays: event.currentTarget.checked })}
      />
      <SearchMultiSelect
        data-path="countries"
        label={<OptionalLabel>Countries</OptionalLabel>}
        description="If empty, serves every country."
        data={countryChoices()}
        value={countries}
        error={errorIn('countries', countries)}
        onChange={(codes) => onChange({ countries: codes })}
        clearable
        hidePickedOptions
        nothingFoundMessage="No country found"
        maxDropdownHeight={280}
        comboboxProps={{ keepMounted: false }}
      />
      <RegionsField
        value={regions}
        error={errorIn('regions', regions)}
        onChange={(codes) => onChange({ regions: codes })}
      />
      <TagsInput
        data-path="contracts"
        label={<OptionalLabel>Contracts</OptionalLabel>}
        description="Contract references for these prices. Press Enter after each."
        value={contracts}
        error={errorIn('contracts', contracts)}
        onChange={(references) => onChange({ contracts: references })}
        acceptValueOnBlur
        maxTags={20}
      />
    </div>
  )
}
