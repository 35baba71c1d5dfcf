import '@mantine/spotlight/styles.layer.css'
import { Modal, VisuallyHidden } from '@mantine/core'
import { Spotlight, spotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type FocusEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { findActions, paletteActions } from './sources.ts'
import { takeTyped, TAKES_TYPING } from './typed-ahead.ts'

// The list is a scroll area, and takes its properties though its types do not say so: what scrolls has to be reached by keyboard.
const REACHABLE: object = { viewportProps: { tabIndex: 0 } }

const TYPING_MS = 150

/** Opens the search-anything field. */
export const openPalette = () => spotlight.open()

/** The search-anything field, opened. It is a chunk of its own, loaded when first asked for. */
export function Palette() {
  const router = useRouter()
  const [text, setText] = useState('')
  const [typed] = useDebouncedValue(text, TYPING_MS)
  const { data: found = [], isFetching } = useQuery({
    queryKey: ['palette', typed],
    queryFn: () => findActions(typed),
    placeholderData: keepPreviousData,
  })
  const actions = [...paletteActions(text), ...(text === '' ? [] : found)]
  const groups = [...new Set(actions.map(({ group }) => group))]

  function takeWhatWasTyped(event: FocusEvent<HTMLInputElement>) {
    const field = event.currentTarget
    const { text: typed, keys } = takeTyped()
    // The list is that of the text before the first key is pressed in it, and all are before the next real one comes.
    if (typed) flushSync(() => setText(typed))
    // Typing would have selected the first of the list.
    for (const key of typed ? ['ArrowDown', ...keys] : keys)
      field.dispatchEvent(new KeyboardEvent('keydown', { key, code: key, bubbles: true, cancelable: true }))
  }

  return (
    <Spotlight.Root
      query={text}
      onQueryChange={setText}
      shortcut={null}
      maxHeight="min(60vh, 32rem)"
      scrollable
      transitionProps={{ duration: 60 }}
      overlayProps={{ blur: 0, backgroundOpacity: 0.35 }}
    >
      <VisuallyHidden>
        <Modal.Title>Find an order, a customer, a parcel, a screen, a tab or a user</Modal.Title>
      </VisuallyHidden>
      <Spotlight.Search
        placeholder="Find an order, a customer, a parcel, a screen, a tab or a user"
        aria-label="Find an order, a customer, a parcel, a screen, a tab or a user"
        leftSection={<IconSearch size={16} />}
        onFocus={takeWhatWasTyped}
        {...TAKES_TYPING}
      />
      <Spotlight.ActionsList {...REACHABLE}>
        {groups.map((group) => (
          <Spotlight.ActionsGroup key={group} label={group}>
            {actions
              .filter((action) => action.group === group)
              .map(({ id, label, description, to }) => (
                <Spotlight.Action
                  key={id}
                  label={label}
                  description={description ?? ''}
                  onClick={() => void router.navigate({ href: to })}
                />
              ))}
          </Spotlight.ActionsGroup>
        ))}
        {actions.length === 0 && (
          <Spotlight.Empty>
            {isFetching || typed !== text ? 'Searching…' : 'No matches. Try fewer letters.'}
          </Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}
