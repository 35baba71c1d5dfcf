import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { FilterChip } from '../table/filter-chip.tsx'
import styles from '../table/filter-chips.module.css'

type Given = { readonly value: string; readonly onChange: (carrier: string) => void }

/** A filter that is a carrier, by its code. */
export function CarrierChip({ value, onChange }: Given) {
  return (
    <FilterChip
      name="Carrier"
      value={value}
      editor={(close) => <Editor value={value} onApply={(carrier) => (close(), onChange(carrier))} />}
      onRemove={() => onChange('')}
    />
  )
}

function Editor({ value, onApply }: { readonly value: string; readonly onApply: (carrier: string) => void }) {
  const [typed, setTyped] = useState(value)
  return (
    <form
      className={styles.editor}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onApply(typed.trim().toUpperCase())
      }}
    >
      <TextInput
        label="Carrier code"
        data-autofocus
        autoComplete="off"
        spellCheck={false}
        maxLength={50}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button type="submit" size="xs">
        Apply
      </Button>
    </form>
  )
}
