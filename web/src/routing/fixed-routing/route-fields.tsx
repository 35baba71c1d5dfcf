import { Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { messageOf } from '../../kit/server/api-error.ts'
import { DayField } from '../../kit/form/typed/day-field.tsx'
import formStyles from '../../kit/form/form.module.css'
import { OptionalLabel } from '../../kit/form/optional-label.tsx'
import { SearchSelect } from '../../kit/ui/search-select.tsx'
import styles from './fixed-routing.module.css'
import { ROUTE_LABELS, type RouteField, type RouteValues } from './route-values.ts'
import { RegionPicker } from './regions/region-picker.tsx'
import { carrierChoices } from './route-queries.ts'

type RouteFieldsProps = {
  readonly values: RouteValues
  readonly errors: Readonly<Record<string, ReactNode>>
  readonly onChange: (part: Partial<RouteValues>) => void
  /** Whether at least one region is required. */
  readonly needsRegions?: boolean
  /** Fields that differ between the selected rows; the user chooses which of them to set for all. */
  readonly mixed?: readonly RouteField[]
  readonly set?: readonly RouteField[]
  readonly onSet?: (field: RouteField, isSet: boolean) => void
}

/** Edits a fixed route's carrier, method, days and regions. */
export function RouteFields({
  values,
  errors,
  onChange,
  needsRegions = false,
  mixed = [],
  set = [],
  onSet,
}: RouteFieldsProps) {
  const carriers = useQuery(carrierChoices)
  const carrier = carriers.data?.find((one) => one.carrier === values.carrier)
  // The method is set together with its carrier.
  const optionalFields = mixed.filter((field) => field !== 'method' || !mixed.includes('carrier'))
  const isOpen = (field: RouteField) => !optionalFields.includes(field) || set.includes(field)
  /** The field, or the choice to set it if the rows differ. */
  const field = (name: RouteField, editor: ReactNode) => (
    <div>
      {optionalFields.includes(name) && (
        <Checkbox
          size="xs"
          mb={6}
          label={`${ROUTE_LABELS[name]}: different in the rows chosen. Set it for all of them`}
          checked={set.includes(name)}
          onChange={(event) => onSet?.(name, event.currentTarget.checked)}
        />
      )}
      {isOpen(name) && editor}
    </div>
  )
  const day = (name: 'startDate' | 'endDate') =>
    field(
      name,
      <DayField
        data-path={name}
        label={<OptionalLabel>{ROUTE_LABELS[name]}</OptionalLabel>}
        placeholder={name === 'startDate' ? 'From now on' : 'Without end'}
        clearable
        clearButtonProps={{ 'aria-label': `Clear ${ROUTE_LABELS[name]}` }}
        value={values[name]}
        error={errors[name]}
        onChange={(text) => onChange({ [name]: text })}
      />,
    )

  return (
    <div className={styles.fields}>
      <div className={formStyles.fields}>
        {field(
          'carrier',
          <SearchSelect
            data-path="carrier"
            label={ROUTE_LABELS.carrier}
            placeholder={carriers.isPending ? 'Loading…' : 'Choose a carrier'}
            data={(carriers.data ?? []).map((one) => ({
              value: one.carrier,
              label: `${one.carrierName}${one.active === 'N' ? ' (not active)' : ''}`,
            }))}
            value={values.carrier || null}
            error={errors['carrier'] ?? (carriers.isError ? messageOf(carriers.error) : undefined)}
            // A method belongs to one carrier.
            onChange={(code) => onChange({ carrier: code ?? '', method: '' })}
            allowDeselect={false}
            nothingFoundMessage="This client has no carrier with this name"
          />,
        )}
        {isOpen('carrier') &&
          field(
            'method',
            <SearchSelect
              data-path="method"
              label={<OptionalLabel>{ROUTE_LABELS.method}</OptionalLabel>}
              description="Leave empty to use the carrier’s cheapest method."
              disabled={values.carrier === ''}
              data={[
                { value: '', label: values.carrier === '' ? 'Choose a carrier first' : 'Any method of the carrier' },
                ...(carrier?.services ?? []).map(({ serviceName, methods }) => ({
                  group: serviceName || 'Without a service',
                  items: methods.map(({ method, methodName }) => ({
                    value: method,
                    label: methodName === method ? method : `${methodName} (${method})`,
                  })),
                })),
              ]}
              value={values.method}
              error={errors['method']}
              onChange={(method) => onChange({ method: method ?? '' })}
              allowDeselect={false}
              nothingFoundMessage="This carrier has no method with this name"
            />,
          )}
        {day('startDate')}
        {day('endDate')}
      </div>
      {field(
        'regionList',
        <RegionPicker
          label="Regions"
          none={needsRegions ? 'Choose at least one' : 'If empty, applies everywhere'}
          value={values.regionList}
          error={errors['regionList']}
          onChange={(regionList) => onChange({ regionList })}
        />,
      )}
    </div>
  )
}
