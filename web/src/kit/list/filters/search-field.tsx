import { CloseButton, Kbd, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { restoreFocus } from '../../browser/focus.ts'
import styles from './filter-chips.module.css'

const DELAY_MS = 250

/** The limit of the calls that search. */
export const MAX_SEARCH_LENGTH = 100

/** Filters recognised in a search text: a description, and a function that applies them. */
type ParsedSearch = { readonly says: string; readonly onTake: () => void }

type SearchFieldProps = {
  readonly value: string
  readonly label: string
  /** The placeholder, if it says more than the label. */
  readonly hint?: string
  readonly onChange: (search: string) => void
  /** Recognises filters in the text; undefined if it is only text to search for. */
  readonly read?: (text: string) => ParsedSearch | undefined
}

/** The search field of a list, which searches while the user types. `/` moves the focus here. */
export function SearchField({ value, label, hint = label, onChange, read }: SearchFieldProps) {
  const [typed, setTyped] = useState(value)
  const field = useRef<HTMLInputElement>(null)
  const change = useDebouncedCallback(onChange, DELAY_MS)
  // The address can change elsewhere: a saved view, Back, 'Clear'.
  useEffect(() => setTyped((before) => (before.trim() === value ? before : value)), [value])
  function take(text: string) {
    setTyped(text)
    // A text that is recognised as filters must not also be searched for.
    change(read?.(text) ? '' : text.trim())
  }
  const filters = typed.trim() ? read?.(typed) : undefined
  function takeFilters() {
    change.cancel()
    setTyped('')
    filters?.onTake()
    // Leave the field, so that the next keys act on the rows.
    field.current?.blur()
    restoreFocus()
  }
  function clear() {
    // The clear button disappears with the text.
    field.current?.focus()
    change.cancel()
    setTyped('')
    onChange('')
  }
  const input = (
    <TextInput
      ref={field}
      size="xs"
      className={styles.searchInput ?? ''}
      aria-label={label}
      placeholder={hint}
      data-filter
      maxLength={MAX_SEARCH_LENGTH}
      autoComplete="off"
      spellCheck={false}
      leftSection={<IconSearch size={14} aria-hidden />}
      rightSection={typed && <CloseButton size="xs" aria-label="Clear the search" onClick={clear} />}
      value={typed}
      // maxLength does not apply to values set by a script.
      onChange={(event) => take(event.currentTarget.value.slice(0, MAX_SEARCH_LENGTH))}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !filters) return
        event.preventDefault()
        takeFilters()
      }}
    />
  )
  if (!read) return input
  return (
    <span className={styles.search}>
      {input}
      <span role="status">
        {filters && (
          <button type="button" className={styles.typed} data-no-palette onClick={takeFilters}>
            {filters.says} <Kbd>Enter</Kbd>
          </button>
        )}
      </span>
    </span>
  )
}
