import { Button, Checkbox, Input, Pill, TextInput } from '@mantine/core'
import type { Region } from '@despatch/contract/routing/fixed-routing/fixed-route'
import { regionItems } from '@despatch/domain/routing/fixed-routing/region-text'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { allRegions } from '../../rule-book/region-queries.ts'
import { messageOf } from '../../../kit/server/api-error.ts'
import { groupsOf, tickOf, toggled } from './region-groups.ts'
import styles from '../fixed-routing.module.css'

type RegionPickerProps = {
  readonly label: string
  readonly value: readonly string[]
  readonly onChange: (codes: string[]) => void
  /** The meaning of selecting none. */
  readonly none: string
  readonly error?: ReactNode
}

/** Selects regions by part of the country; selected ones appear above as pills. */
export function RegionPicker({ label, value, onChange, none, error }: RegionPickerProps) {
  const regions = useQuery(allRegions)
  const [search, setSearch] = useState('')
  const chosen = new Set(value)
  const groups = groupsOf(regions.data ?? [], search)
  const shown = groups.flatMap((group) => group.regions)
  const toggle = (some: readonly Region[]) => onChange(toggled(some, chosen))

  /** Enter selects a single match and does not submit the form. */
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    if (shown.length !== 1) return
    toggle(shown)
    setSearch('')
  }

  return (
    <div role="group" aria-label={label} data-path="regionList" className={styles.picker}>
      <div className={styles.pickerHead}>
        <Input.Label component="span">{label}</Input.Label>
        <span className={styles.count} role="status">
          {value.length === 0 ? none : `${value.length} of ${regions.data?.length ?? '…'} chosen`}
        </span>
        <Button size="compact-xs" variant="subtle" disabled={value.length === 0} onClick={() => onChange([])}>
          Choose none
        </Button>
        <TextInput
          size="xs"
          w={230}
          aria-label="Find regions"
          placeholder="Name, code or outcode"
          autoComplete="off"
          spellCheck={false}
          leftSection={<IconSearch size={14} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      {error !== undefined && error !== null && <Input.Error>{error}</Input.Error>}
      {regions.isError && <Input.Error>The regions could not be loaded. {messageOf(regions.error)}</Input.Error>}
      {value.length > 0 && (
        <Pill.Group className={styles.pills} gap={6} role="group" aria-label={`${label} chosen`}>
          {regionItems(value, regions.data ?? []).map(({ name, codes }) => (
            <Pill
              key={name}
              withRemoveButton
              removeButtonProps={{ 'aria-label': `Remove ${name}`, 'aria-hidden': false, tabIndex: 0 }}
              onRemove={() => onChange(value.filter((code) => !codes.includes(code)))}
            >
              {name}
            </Pill>
          ))}
        </Pill.Group>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolling must work by keyboard */}
      <div className={styles.regions} tabIndex={0} aria-label={`${label}, by part of the country`} role="region">
        {groups.map(({ part, regions: of }) => {
          const tick = tickOf(of, chosen)
          const count = of.filter(({ code }) => chosen.has(code)).length
          return (
            <fieldset key={part} className={styles.part}>
              <legend>
                <Checkbox
                  size="xs"
                  label={`${part} (${count} of ${of.length})`}
                  checked={tick === 'all'}
                  indeterminate={tick === 'some'}
                  onChange={() => toggle(of)}
                  classNames={{ label: styles.partName ?? '' }}
                />
              </legend>
              {of.map((region) => (
                <Checkbox
                  key={region.code}
                  size="xs"
                  label={`${region.code} ${region.name}`}
                  checked={chosen.has(region.code)}
                  onChange={() => toggle([region])}
                />
              ))}
            </fieldset>
          )
        })}
        {regions.data && shown.length === 0 && <p className={styles.count}>No region found.</p>}
      </div>
    </div>
  )
}
