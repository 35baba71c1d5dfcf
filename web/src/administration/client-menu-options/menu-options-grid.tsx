import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { MenuTreegrid, type TreegridColumn } from '../roles/menu-treegrid.tsx'
import { tickState } from '../roles/permission-draft.ts'
import styles from '../clients/clients.module.css'
import { type OptionValues, withCovered, withSwitchedOff } from './menu-options-draft.ts'

type ColumnId = 'covered' | 'switchedOff'
const COLUMNS: readonly TreegridColumn<ColumnId>[] = [
  { id: 'covered', title: 'Covered' },
  { id: 'switchedOff', title: 'Switched off' },
]

type MenuOptionsGridProps = {
  readonly options: Pick<OptionValues, 'covered' | 'switchedOff'>
  /** Why the options cannot be changed; undefined if they can. */
  readonly whyNot?: string | undefined
  readonly errorOf?: (path: string) => ReactNode
  readonly onChange?: (part: Partial<Pick<OptionValues, 'covered' | 'switchedOff'>>) => void
}

/** The menu with two checkboxes per entry: covered by the contract, and switched off for now, with the reason. */
export function MenuOptionsGrid({
  options: { covered, switchedOff },
  whyNot,
  errorOf,
  onChange,
}: MenuOptionsGridProps) {
  const places = new Map(switchedOff.map(({ entry }, index) => [entry, index]))
  return (
    <MenuTreegrid
      label="Menu options"
      columns={COLUMNS}
      box={(leaves, column) => ({
        ticked: tickState(leaves.map((leaf) => (column === 'covered' ? covered.includes(leaf) : places.has(leaf)))),
        why: whyNot,
      })}
      onToggle={(leaves, column, isOn) =>
        onChange?.(
          column === 'covered'
            ? { covered: withCovered(covered, leaves, isOn) }
            : { switchedOff: withSwitchedOff(switchedOff, leaves, isOn) },
        )
      }
      besideTitle="Reason shown to users"
      beside={(leaf) => {
        const index = places.get(leaf)
        const off = index === undefined ? undefined : switchedOff[index]
        if (!off) return null
        if (whyNot) return off.reason
        return (
          <TextInput
            size="xs"
            aria-label="Reason it is switched off"
            data-path={`switchedOff.${index}.reason`}
            placeholder="e.g. stocktaking until Monday"
            classNames={{ input: styles.reason }}
            autoComplete="off"
            value={off.reason}
            error={errorOf?.(`switchedOff.${index}.reason`)}
            onChange={({ currentTarget: { value } }) =>
              onChange?.({ switchedOff: switchedOff.map((one) => (one === off ? { ...one, reason: value } : one)) })
            }
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          />
        )
      }}
    />
  )
}
