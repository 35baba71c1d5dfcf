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
import { recentChoices, rememberChoice } from './choice-history.ts'
import { matchScore, wordsOf } from './match-text.ts'
import { actionsOnScreen } from './screen-actions.ts'
import { findActions, lastActions, paletteActions } from './sources.ts'
import { takeTypeAhead, RECEIVES_TYPE_AHEAD } from './type-ahead.ts'

// The list is a scroll area and accepts its props, although its types lack them. A region that scrolls must be reachable by keyboard.
const REACHABLE: object = { viewportProps: { tabIndex: 0 } }

const TYPING_MS = 150
/** Groups whose actions are the same each day, so that counting choices makes sense. */
const EVERY_DAY = ['Screens', 'Actions', 'On this screen', 'Recent']
const ASKS = 'Search orders, customers, parcels, screens and actions'

const [store, spotlight] = createSpotlight()

/** Opens the search-anything field. */
export const openPalette = () => spotlight.open()

/** The open search-anything field. Loaded as its own chunk when first needed. */
export function Palette() {
  const [text, setText] = useState('')
  const { choose, forget, isActing } = useChoosing()
  const { groups, isSearching } = useActions(text)
  const field = useRef<HTMLInputElement>(null)
  const hasMoved = useRef(false)
  const first = groups[0]?.actions[0]?.id

  // Select the first result when results arrive, unless the user has already moved the selection.
  useEffect(() => {
    if (text !== '' && !hasMoved.current) selectFirst(field.current)
  }, [first, text])

  function applyTypeAhead(event: FocusEvent<HTMLInputElement>) {
    const input = event.currentTarget
    forget()
    const { text: typed, keys } = takeTypeAhead()
    // Render the list of the text now, so that the captured keys act on it before the next real key.
    if (typed) {
      flushSync(() => setText(typed))
      // As real typing does.
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
        onFocus={applyTypeAhead}
        onKeyDown={onKeyDown}
        onBlur={keepFocus}
        {...RECEIVES_TYPE_AHEAD}
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

/** Takes the focus back from a dialog that closed just before and returns the focus late. */
function keepFocus({ relatedTarget, currentTarget }: FocusEvent<HTMLInputElement>) {
  const isWithin = currentTarget.closest('[aria-modal="true"]')?.contains(relatedTarget) ?? true
  if (relatedTarget !== null && !isWithin && store.getState().opened) currentTarget.focus({ preventScroll: true })
}

const press = (field: HTMLInputElement, key: string) =>
  field.dispatchEvent(new KeyboardEvent('keydown', { key, code: key, bubbles: true, cancelable: true }))

function selectFirst(field: HTMLInputElement | null): void {
  store.updateState((state) => ({ ...state, selected: -1 }))
  if (field) press(field, 'ArrowDown')
}

/** The actions for a text in groups, and whether the server search is still under way. */
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
  const hasText = text.trim() !== ''
  // Until new results arrive, show the previous ones that still match: the user may press Enter before.
  const isOld = isPlaceholderData || typed !== text
  const found = isOld ? data.filter((action) => matchScore(wordsOf(text), action) > 0) : data
  const recent = recentChoices(latestLocation.href, text)
  const others = [...paletteActions(text, onScreen), ...(hasText ? found : []), ...lastActions(text)]
  const actions = [...recent, ...(hasText ? withoutAddressesOf(recent, others) : others)]
  const groups = [...new Set(actions.map(({ group }) => group))].map((group) => ({
    group,
    actions: actions.filter((action) => action.group === group),
  }))
  return { groups, isSearching: isFetching || typed !== text }
}

/** Removes actions that lead to the same address as one listed above them. */
function withoutAddressesOf(
  above: readonly PaletteAction[],
  actions: readonly PaletteAction[],
): readonly PaletteAction[] {
  const addresses = new Set(above.map((action) => ('to' in action ? action.to : '')))
  return actions.filter((action) => !('to' in action && addresses.has(action.to)))
}

/** Opens or runs the chosen action. Actions run after the palette has closed; otherwise both would move the focus. */
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
  // Forget the action only when the palette opens next: earlier, the palette would return the focus to its former element.
  return { choose, forget: () => setPending(undefined), isActing: pending !== undefined }
}
