import { CloseButton, Kbd, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { restoreFocus } from '../../browser/focus.ts'
import styles from './filter-chips.module.css'

const DELAY_MS = 250

/** As many characters as the calls that search take. */
export const LONGEST_SEARCH = 100

/** What a text says in the words of the list's own filters, and how to put them on. */
type ReadText = { readonly says: string; readonly onTake: () => void }

type SearchFieldProps = {
  readonly value: string
  readonly label: string
  /** What may be typed, where it is more than the label says. */
  readonly hint?: string
  readonly onChange: (search: string) => void
  /** Reads what is typed as filters; undefined where it is something to search for. */
  readonly read?: (text: string) => ReadText | undefined
}

/** What a list is searched for: it narrows as one types. `/` goes here. */
export function SearchField({ value, label, hint = label, onChange, read }: SearchFieldProps) {
  const [typed, setTyped] = useState(value)
  const field = useRef<HTMLInputElement>(null)
  const change = useDebouncedCallback(onChange, DELAY_MS)
  // The address may change by itself: a saved view, Back, 'Clear'.
  useEffect(() => setTyped((before) => (before.trim() === value ? before : value)), [value])
  function take(text: string) {
    setTyped(text)
    // What reads as filters is no reference that all rows would have to begin with.
    change(read?.(text) ? '' : text.trim())
  }
  const filters = typed.trim() ? read?.(typed) : undefined
  function takeFilters() {
    change.cancel()
    setTyped('')
    filters?.onTake()
    // What comes next is for the rows.
    field.current?.blur()
    restoreFocus()
  }
  function clear() {
    // The cross goes with the text.
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
      maxLength={LONGEST_SEARCH}
      autoComplete="off"
      spellCheck={false}
      leftSection={<IconSearch size={14} aria-hidden />}
      rightSection={typed && <CloseButton size="xs" aria-label="Clear the search" onClick={clear} />}
      value={typed}
      // What a script puts in knows no maxLength.
      onChange={(event) => take(event.currentTarget.value.slice(0, LONGEST_SEARCH))}
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
