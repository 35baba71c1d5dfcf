import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'

const DELAY_MS = 250

/** As many characters as the calls that search take. */
export const LONGEST_SEARCH = 100

type SearchFieldProps = { readonly value: string; readonly label: string; readonly onChange: (search: string) => void }

/** What a list is searched for: it narrows as one types. `/` goes here. */
export function SearchField({ value, label, onChange }: SearchFieldProps) {
  const [typed, setTyped] = useState(value)
  const field = useRef<HTMLInputElement>(null)
  const change = useDebouncedCallback(onChange, DELAY_MS)
  // The address may change by itself: a saved view, Back, 'Clear'.
  useEffect(() => setTyped((before) => (before.trim() === value ? before : value)), [value])
  function take(text: string) {
    setTyped(text)
    change(text.trim())
  }
  function clear() {
    // The cross goes with the text.
    field.current?.focus()
    change.cancel()
    setTyped('')
    onChange('')
  }
  return (
    <TextInput
      ref={field}
      size="xs"
      w={230}
      aria-label={label}
      placeholder={label}
      data-filter
      maxLength={LONGEST_SEARCH}
      autoComplete="off"
      spellCheck={false}
      leftSection={<IconSearch size={14} aria-hidden />}
      rightSection={typed && <CloseButton size="xs" aria-label="Clear the search" onClick={clear} />}
      value={typed}
      // What a script puts in knows no maxLength.
      onChange={(event) => take(event.currentTarget.value.slice(0, LONGEST_SEARCH))}
    />
  )
}
