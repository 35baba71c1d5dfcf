import { Textarea, TextInput } from '@mantine/core'
import { invoices } from '@despatch/contract/invoices/invoices'
import type { Zone } from '@despatch/contract/invoices/zones'
import { countryChoices } from '../../../kit/form/countries.ts'
import { DrawerRecordForm, type DrawerRecordProps, useDrawerRecord } from '../../../kit/form/drawer-form.tsx'
import { OptionalLabel } from '../../../kit/form/optional-label.tsx'
import { call } from '../../../kit/server/call.ts'
import { queryClient } from '../../../kit/server/query-client.ts'
import { SearchMultiSelect } from '../../../kit/ui/search-select.tsx'
import { agreementsChanged, zonesNow } from '../agreement-queries.ts'
import styles from '../agreements.module.css'
import { CarrierField } from '../carrier-field.tsx'
import { ShipmentDays } from '../shipment-days.tsx'
import { shownZone, ZONE_LABELS, zoneBody, zoneFieldOf, zoneForm, zoneValues } from './zone-values.ts'

/** Adds or changes the places that a carrier's zone covers over a period. */
export function ZoneForm({ of, onDone, onDelete }: DrawerRecordProps<Zone>) {
  const record = useDrawerRecord({
    form: { of, onDone, onDelete },
    noun: 'zone',
    added: 'a zone',
    schema: zoneForm,
    labels: ZONE_LABELS,
    draftKey: `invoice-zone-${of?.zoneID ?? 'new'}`,
    fieldOf: zoneFieldOf,
    valuesOf: zoneValues,
    save: (values) => call(invoices.saveZone, { body: zoneBody(values) }),
    onSaved: agreementsChanged,
    fetchNow: async () =>
      (await queryClient.fetchQuery({ ...zonesNow, staleTime: 0 })).find(({ zoneID }) => zoneID === of?.zoneID),
    shown: shownZone,
    together: { days: ['from', 'to'] },
  })
  const { form } = record
  const carrierCode = form.useWatchValue('carrierCode')
  const countries = form.useWatchValue('countries')
  const from = form.useWatchValue('from')
  const to = form.useWatchValue('to')
  return (
    <DrawerRecordForm record={record}>
      <div className={styles.pair}>
        <CarrierField
          carrierCode={carrierCode}
          error={form.errors['carrierCode']}
          isFixed={false}
          onChange={record.setFields}
        />
        <TextInput
          key={form.key('code')}
          {...form.getInputProps('code')}
          label="Code"
          description="As in the carrier’s terms, e.g. HIGH or 2B"
          maxLength={20}
          autoComplete="off"
        />
      </div>
      <div className={styles.pair}>
        <TextInput
          key={form.key('name')}
          {...form.getInputProps('name')}
          label="Name"
          description="For example Scottish Highlands"
          autoComplete="off"
        />
        <SearchMultiSelect
          data-path="countries"
          label="Countries"
          description="The United Kingdom covers the Crown dependencies"
          data={countryChoices()}
          value={[...countries]}
          error={form.errors['countries']}
          onChange={(codes) => record.setFields({ countries: codes })}
        />
      </div>
      <div className={styles.pair}>
        <Textarea
          key={form.key('postcodes')}
          {...form.getInputProps('postcodes')}
          classNames={{ error: styles.lines ?? '' }}
          label={<OptionalLabel>Postcodes</OptionalLabel>}
          description="UK areas, districts or ranges. Abroad, the start of a postcode. Leave empty for whole countries."
          placeholder={'IV, HS, KW1-14\nKA27-28\nPA20-49'}
          rows={6}
          resize="vertical"
          spellCheck={false}
        />
      </div>
      <ShipmentDays from={from} to={to} errors={form.errors} onChange={record.setFields} />
    </DrawerRecordForm>
  )
}
