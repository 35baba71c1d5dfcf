import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { FilterChip } from './filter-chip.tsx'
import styles from './filter-chips.module.css'

type Field = {
  /** The label of the field; the name of the chip by default. */
  readonly label?: string
  readonly description?: string
  readonly most: number
  /** The reason why a text is invalid; undefined if it is valid. */
  readonly wrong?: (text: string) => string | undefined
}
type TextChipProps = Field & {
  readonly name: string
  /** '' if the filter is off. */
  readonly value: string
  readonly onChange: (text: string) => void
}

/** A filter by text. */
export function TextChip({ name, value, onChange, ...field }: TextChipProps) {
  return (
    <FilterChip
      name={name}
      value={value}
      editor={(close) => (
        <Editor {...field} label={field.label ?? name} value={value} onApply={(text) => (close(), onChange(text))} />
      )}
      onRemove={() => onChange('')}
    />
  )
}

type EditorProps = Field & { readonly value: string; readonly onApply: (text: string) => void }

function Editor({ label, description, most, wrong, value, onApply }: EditorProps) {
  const [typed, setTyped] = useState(value)
  const [error, setError] = useState<string>()
  function apply() {
    const text = typed.trim()
    const why = text === '' ? undefined : wrong?.(text)
    setError(why)
    if (why === undefined) onApply(text)
  }
  return (
    <form className={styles.editor} noValidate onSubmit={(event) => (event.preventDefault(), apply())}>
      <TextInput
        label={label}
        description={description}
        data-autofocus
        autoComplete="off"
        spellCheck={false}
        maxLength={most}
        value={typed}
        error={error}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setError(undefined)
        }}
      />
      <Button type="submit" size="xs">
        Apply
      </Button>
    </form>
  )
}
