import '@mantine/spotlight/styles.layer.css'
import { Modal, VisuallyHidden } from '@mantine/core'
import { createSpotlight, Spotlight, useSpotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type FocusEvent, type KeyboardEvent as KeyPressed, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { PaletteAction } from '../../kit/navigation/palette-source.ts'
import { recentlyChosen, rememberChoice } from './chosen.ts'
import { matchScore, wordsOf } from './match-text.ts'
import { actionsOnScreen } from './on-screen.ts'
import { findActions, lastActions, paletteActions } from './sources.ts'
import { takeTyped, TAKES_TYPING } from './typed-ahead.ts'

// The list is a scroll area, and takes its properties though its types do not say so: what scrolls has to be reached by keyboard.
const REACHABLE: object = { viewportProps: { tabIndex: 0 } }

const TYPING_MS = 150
/** What is the same each day: how often it is chosen says something. */
const EVERY_DAY = ['Screens', 'Actions', 'On this screen', 'Recent']
const ASKS = 'Find an order, a customer, a parcel, a screen or an action'

const [store, spotlight] = createSpotlight()

/** Opens the search-anything field. */
export const openPalette = () => spotlight.open()

/** The search-anything field, opened. It is a chunk of its own, loaded when first asked for. */
export function Palette() {
  const [text, setText] = useState('')
  const { choose, forget, isActing } = useChoosing()
  const { groups, isSearching } = useActions(text)
  const field = useRef<HTMLInputElement>(null)
  const hasMoved = useRef(false)
  const first = groups[0]?.actions[0]?.id

  // What is found later stands first only for who has not chosen yet.
  useEffect(() => {
    if (text !== '' && !hasMoved.current) selectFirst(field.current)
  }, [first, text])

  function takeWhatWasTyped(event: FocusEvent<HTMLInputElement>) {
    const input = event.currentTarget
    forget()
    const { text: typed, keys } = takeTyped()
    // The list is that of the text before the first key is pressed in it, and all are before the next real one comes.
    if (typed) {
      flushSync(() => setText(typed))
      // As typing would have done.
      selectFirst(input)
    }
    for (const key of keys) {
      hasMoved.current = true
      press(input, key)
    }
  }
  const onKeyDown = ({ key, nativeEvent }: KeyPressed) => {
    if (nativeEvent.isTrusted) hasMoved.current = key.startsWith('Arrow')
  }

  return (
    <Spotlight.Root
      store={store}
      query={text}
      onQueryChange={setText}
      shortcut={null}
      maxHeight="min(60vh, 32rem)"
      scrollable
      returnFocus={!isActing}
      transitionProps={{ duration: 60 }}
      overlayProps={{ blur: 0, backgroundOpacity: 0.35 }}
    >
      <VisuallyHidden>
        <Modal.Title>{ASKS}</Modal.Title>
      </VisuallyHidden>
      <Spotlight.Search
        ref={field}
        placeholder={ASKS}
        aria-label={ASKS}
        leftSection={<IconSearch size={16} />}
        onFocus={takeWhatWasTyped}
        onKeyDown={onKeyDown}
        onBlur={keepTyping}
        {...TAKES_TYPING}
      />
      <Spotlight.ActionsList {...REACHABLE}>
        {groups.map(({ group, actions }) => (
          <Spotlight.ActionsGroup key={group} label={group}>
            {actions.map((action) => (
              <Spotlight.Action
                key={action.id}
                label={action.label}
                description={action.description ?? ''}
                onClick={() => choose(action)}
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {groups.length === 0 && (
          <Spotlight.Empty>{isSearching ? 'Searching…' : 'No matches. Try fewer letters.'}</Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}

/** A dialog that closed just before gives the focus back late, to where it was opened: what is typed is for the palette. */
function keepTyping({ relatedTarget, currentTarget }: FocusEvent<HTMLInputElement>) {
  const isWithin = currentTarget.closest('[aria-modal="true"]')?.contains(relatedTarget) ?? true
  if (relatedTarget !== null && !isWithin && store.getState().opened) currentTarget.focus({ preventScroll: true })
}

const press = (field: HTMLInputElement, key: string) =>
  field.dispatchEvent(new KeyboardEvent('keydown', { key, code: key, bubbles: true, cancelable: true }))

function selectFirst(field: HTMLInputElement | null): void {
  store.updateState((state) => ({ ...state, selected: -1 }))
  if (field) press(field, 'ArrowDown')
}

/** What is offered for a text, in groups, and whether the server is still asked. */
function useActions(text: string) {
  const { latestLocation } = useRouter()
  const { opened } = useSpotlight(store)
  const onScreen = useMemo(() => (opened ? actionsOnScreen() : []), [opened])
  const [typed] = useDebouncedValue(text, TYPING_MS)
  const {
    data = [],
    isFetching,
    isPlaceholderData,
  } = useQuery({
    queryKey: ['palette', typed],
    queryFn: () => findActions(typed),
    placeholderData: keepPreviousData,
    enabled: opened,
  })
  const isAsked = text.trim() !== ''
  // What was found for the text before stands there until the new is found, but for what would be wrong: Enter may come first.
  const isOld = isPlaceholderData || typed !== text
  const found = isOld ? data.filter((action) => matchScore(wordsOf(text), action) > 0) : data
  const recent = recentlyChosen(latestLocation.href, text)
  const others = [...paletteActions(text, onScreen), ...(isAsked ? found : []), ...lastActions(text)]
  const actions = [...recent, ...(isAsked ? withoutThose(recent, others) : others)]
  const groups = [...new Set(actions.map(({ group }) => group))].map((group) => ({
    group,
    actions: actions.filter((action) => action.group === group),
  }))
  return { groups, isSearching: isFetching || typed !== text }
}

/** What leads elsewhere than what stands above it already. */
function withoutThose(above: readonly PaletteAction[], actions: readonly PaletteAction[]): readonly PaletteAction[] {
  const addresses = new Set(above.map((action) => ('to' in action ? action.to : '')))
  return actions.filter((action) => !('to' in action && addresses.has(action.to)))
}

/** Opens what is chosen; what acts does so once the palette is closed, or the two would contend for the focus. */
function useChoosing() {
  const router = useRouter()
  const { opened } = useSpotlight(store)
  const [pending, setPending] = useState<PaletteAction>()
  useEffect(() => {
    if (opened || !pending || !('run' in pending)) return
    document.querySelector<HTMLElement>('[role="tabpanel"]')?.focus({ preventScroll: true })
    pending.run()
  }, [opened, pending])
  function choose(action: PaletteAction) {
    rememberChoice(action, EVERY_DAY.includes(action.group))
    if ('to' in action) void router.navigate({ href: action.to })
    else setPending(action)
  }
  // Not before the next time: the focus would go back to where it was.
  return { choose, forget: () => setPending(undefined), isActing: pending !== undefined }
}
