import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { FilterChip } from './filter-chip.tsx'
import styles from './filter-chips.module.css'

type Field = {
  /** What is typed; what the chip is called unless told. */
  readonly label?: string
  readonly description?: string
  readonly most: number
  /** Why a text cannot be looked for, in words; undefined where it can. */
  readonly wrong?: (text: string) => string | undefined
}
type TextChipProps = Field & {
  readonly name: string
  /** '' where it does not narrow the list. */
  readonly value: string
  /** The one that `/` goes to. */
  readonly isFirst?: boolean
  readonly onChange: (text: string) => void
}

/** A filter that is a text. */
export function TextChip({ name, value, isFirst = false, onChange, ...field }: TextChipProps) {
  return (
    <FilterChip
      name={name}
      value={value}
      isFirst={isFirst}
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
