import { Button, Menu } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { allRegions } from '../rule-book/region-queries.ts'
import { OptionalLabel } from '../../kit/form/optional-label.tsx'
import { SearchMultiSelect } from '../../kit/ui/search-select.tsx'
import styles from './prices.module.css'

type RegionsFieldProps = {
  readonly value: readonly string[]
  readonly error: ReactNode
  readonly onChange: (codes: string[]) => void
}

/** Selects the UK regions that a method serves, singly or by part of the country. */
export function RegionsField({ value, error, onChange }: RegionsFieldProps) {
  const { data: regions = [], error: problem } = useQuery(allRegions)
  const parts = [...new Set(regions.map(({ part }) => part))]
  const of = (part: string) => regions.filter((region) => region.part === part)
  // Keep selected regions that no longer exist.
  const unknown = value.filter((code) => !regions.some((region) => region.code === code))
  return (
    <div className={styles.regions}>
      <SearchMultiSelect
        data-path="regions"
        label={<OptionalLabel>Regions of the United Kingdom</OptionalLabel>}
        description="If empty, serves the whole UK."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={[
          ...parts.map((part) => ({
            group: part,
            items: of(part).map(({ code, name }) => ({ value: code, label: `${code} ${name}` })),
          })),
          ...(unknown.length > 0
            ? [{ group: 'Others', items: unknown.map((code) => ({ value: code, label: code })) }]
            : []),
        ]}
        value={[...value]}
        error={error ?? (problem ? 'The regions couldn’t be loaded' : undefined)}
        onChange={onChange}
        clearable
        hidePickedOptions
        nothingFoundMessage="No region found"
        maxDropdownHeight={280}
        comboboxProps={{ keepMounted: false }}
      />
      <Menu position="bottom-start">
        <Menu.Target>
          <Button variant="subtle" size="compact-xs" disabled={parts.length === 0}>
            Add a part of the country
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
          {parts.map((part) => (
            <Menu.Item
              key={part}
              onClick={() => onChange([...new Set([...value, ...of(part).map(({ code }) => code)])])}
            >
              {part} ({of(part).length})
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}
