import { MultiSelect, type MultiSelectProps, Select, type SelectProps } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'

type ManagedProps = 'searchable' | 'selectFirstOptionOnChange' | 'onInput' | 'onKeyDownCapture'

/** A select in which part of a name and Enter choose the first match, however fast the user types. */
export function SearchSelect(props: Omit<SelectProps, ManagedProps>) {
  const { isTyped, setTyped, handlers } = useFirstMatch()
  return (
    <Select
      {...props}
      {...handlers}
      searchable
      selectFirstOptionOnChange={isTyped}
      // Typing replaces the chosen value.
      onFocus={(event) => {
        event.currentTarget.select()
        props.onFocus?.(event)
      }}
      onClick={(event) => {
        if (!isTyped) event.currentTarget.select()
        props.onClick?.(event)
      }}
      onDropdownClose={() => {
        setTyped(false)
        props.onDropdownClose?.()
      }}
    />
  )
}

/** A multi-select in which Enter adds the first match. */
export function SearchMultiSelect(props: Omit<MultiSelectProps, ManagedProps>) {
  const { isTyped, setTyped, handlers } = useFirstMatch()
  return (
    <MultiSelect
      {...props}
      {...handlers}
      searchable
      selectFirstOptionOnChange={isTyped}
      onOptionSubmit={(value) => {
        // When nothing is typed, Enter submits the form.
        setTyped(false)
        props.onOptionSubmit?.(value)
      }}
      onDropdownClose={() => {
        setTyped(false)
        props.onDropdownClose?.()
      }}
    />
  )
}

/**
 * Chooses the first match on Enter. Mantine marks it, but drops the mark just after the list opens, so that a fast
 * Enter would do nothing.
 */
function useFirstMatch() {
  const [isTyped, setTyped] = useState(false)
  const handlers = {
    onInput: () => setTyped(true),
    onKeyDownCapture: (event: KeyboardEvent<HTMLInputElement>) => {
      if (isTyped) chooseFirstMatch(event)
    },
  }
  return { isTyped, setTyped, handlers }
}

function chooseFirstMatch(event: KeyboardEvent<HTMLInputElement>) {
  const field = event.currentTarget
  const hasModifier = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey
  if (event.key !== 'Enter' || hasModifier || event.nativeEvent.isComposing || field.value.trim() === '') return
  // Without a match, do not submit the form with the previously chosen value.
  event.preventDefault()
  // Stop Mantine from choosing as well.
  event.stopPropagation()
  const list = document.getElementById(field.getAttribute('aria-controls') ?? '')
  const found = list?.querySelectorAll<HTMLElement>('[data-combobox-option]:not([data-combobox-disabled])') ?? []
  const options = [...found]
  const [first] = options
  const marked = options.find((option) => option.hasAttribute('data-combobox-selected'))
  // Prefer an exact match over longer names above it that contain the text.
  const named = options.find(({ textContent }) => textContent === field.value)
  const chosen = marked && marked !== first ? marked : (named ?? first)
  chosen?.click()
}
