import { MultiSelect, type MultiSelectProps, Select, type SelectProps } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'

type Typed = 'searchable' | 'selectFirstOptionOnChange' | 'onInput' | 'onKeyDownCapture'

/** A choice that is typed: part of a name and Enter, however fast, choose the first that fits. */
export function SearchSelect(given: Omit<SelectProps, Typed>) {
  const { isTyped, setTyped, handlers } = useFirstMatch()
  return (
    <Select
      {...given}
      {...handlers}
      searchable
      selectFirstOptionOnChange={isTyped}
      // What is typed takes the place of what is chosen.
      onFocus={(event) => {
        event.currentTarget.select()
        given.onFocus?.(event)
      }}
      onClick={(event) => {
        if (!isTyped) event.currentTarget.select()
        given.onClick?.(event)
      }}
      onDropdownClose={() => {
        setTyped(false)
        given.onDropdownClose?.()
      }}
    />
  )
}

/** Several choices that are typed, each ended by Enter. */
export function SearchMultiSelect(given: Omit<MultiSelectProps, Typed>) {
  const { isTyped, setTyped, handlers } = useFirstMatch()
  return (
    <MultiSelect
      {...given}
      {...handlers}
      searchable
      selectFirstOptionOnChange={isTyped}
      onOptionSubmit={(value) => {
        // With nothing typed Enter is the form's again.
        setTyped(false)
        given.onOptionSubmit?.(value)
      }}
      onDropdownClose={() => {
        setTyped(false)
        given.onDropdownClose?.()
      }}
    />
  )
}

/** Mantine marks the first match, but forgets the mark a moment after its list has opened: then Enter would do nothing. */
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
  // What fits nothing must not be sent with the form as what was chosen before.
  event.preventDefault()
  // Mantine would choose as well, or the form be sent.
  event.stopPropagation()
  const list = document.getElementById(field.getAttribute('aria-controls') ?? '')
  const found = list?.querySelectorAll<HTMLElement>('[data-combobox-option]:not([data-combobox-disabled])') ?? []
  const options = [...found]
  const [first] = options
  const marked = options.find((option) => option.hasAttribute('data-combobox-selected'))
  // Where all of a name stands in the field, it is meant, though others that contain it stand before it.
  const named = options.find(({ textContent }) => textContent === field.value)
  const chosen = marked && marked !== first ? marked : (named ?? first)
  chosen?.click()
}
