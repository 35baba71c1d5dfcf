import { Button } from '@mantine/core'
import { ATTENTION_HOLDS, NEEDS_ATTENTION } from '@despatch/domain/orders/needs-attention'
import type { OrderStatus } from '@despatch/domain/orders/order-status'
import { useState } from 'react'
import { FilterChip } from '../kit/list/filters/filter-chip.tsx'
import styles from '../kit/list/filters/filter-chips.module.css'
import { SwitchChip } from '../kit/list/filters/switch-chip.tsx'
import { statusWord } from './commands/order-meaning.ts'
import { SHORT_OF_STOCK } from './needs-attention.tsx'
import { StatusField } from './status-field.tsx'

type StatusChipProps = {
  /** The statuses to choose from. */
  readonly of: readonly OrderStatus[]
  readonly value: readonly OrderStatus[]
  /** Whether `value` narrows the list. */
  readonly isOn: boolean
  readonly onChange: (codes: readonly OrderStatus[]) => void
  readonly onRemove: () => void
}

/** The filter of an order list by status. Without any chosen status it is removed. */
export function StatusChip({ of, value, isOn, onChange, onRemove }: StatusChipProps) {
  return (
    <FilterChip
      name="Status"
      value={isOn ? value.map(statusWord).join(', ') : ''}
      editor={(close) => (
        <StatusEditor
          of={of}
          value={value}
          onApply={(codes) => {
            close()
            if (codes.length > 0) onChange(codes)
            else onRemove()
          }}
        />
      )}
      onRemove={onRemove}
    />
  )
}

type EditorProps = Pick<StatusChipProps, 'of' | 'value'> & { readonly onApply: StatusChipProps['onChange'] }

function StatusEditor({ of, value, onApply }: EditorProps) {
  const [codes, setCodes] = useState(value)
  return (
    <form
      className={styles.editor}
      onSubmit={(event) => {
        event.preventDefault()
        onApply(of.filter((code) => codes.includes(code)))
      }}
    >
      <StatusField of={of} value={codes} onChange={setCodes} />
      <Button type="submit" size="xs">
        Apply
      </Button>
    </form>
  )
}

type AttentionChipsProps = {
  readonly value: '' | 'only' | 'stock'
  readonly onChange: (value: '' | 'only' | 'stock') => void
}

/** The filters of an order list by what needs attention. */
export function AttentionChips({ value, onChange }: AttentionChipsProps) {
  return (
    <>
      <SwitchChip
        name={NEEDS_ATTENTION}
        title={ATTENTION_HOLDS}
        isOn={value === 'only'}
        onSwitch={(isOn) => onChange(isOn ? 'only' : '')}
      />
      <SwitchChip
        name={SHORT_OF_STOCK}
        title="Oversold SKUs"
        isOn={value === 'stock'}
        onSwitch={(isOn) => onChange(isOn ? 'stock' : '')}
      />
    </>
  )
}
