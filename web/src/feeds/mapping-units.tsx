import { Select } from '@mantine/core'
import { type Feed, UNIT_FIELDS } from '@despatch/domain/feeds/feed-fields'
import { LENGTH_UNITS, type Unit, WEIGHT_UNITS } from '@despatch/domain/routing/sku-data/sku-measures'
import { titledFields } from './feed-text.ts'
import type { MappingDraft } from './mapping-draft.ts'
import styles from './feeds.module.css'

type MappingUnitsProps = {
  feed: Feed
  columns: MappingDraft['columns']
  units: MappingDraft['units']
  onChange: (units: MappingDraft['units']) => void
}

const NAMES = { weight: 'weights', length: 'lengths', width: 'widths', height: 'heights' } as const

/** Units of columns with weights and lengths. */
export function MappingUnits({ feed, columns, units, onChange }: MappingUnitsProps) {
  const fields = UNIT_FIELDS.filter((field) => titledFields(feed).fields.includes(field) && columns[field])
  if (fields.length === 0) return null
  return (
    <>
      <h2>Units</h2>
      <div className={styles.fields}>
        {fields.map((field) => (
          <Select
            key={field}
            label={`Unit of ${NAMES[field]}`}
            placeholder={`As the title says, or ${field === 'weight' ? 'kg' : 'cm'}`}
            clearable
            data={field === 'weight' ? WEIGHT_UNITS : LENGTH_UNITS}
            value={units[field] ?? null}
            onChange={(unit) => onChange({ ...units, [field]: (unit as Unit | null) ?? undefined })}
          />
        ))}
      </div>
    </>
  )
}
