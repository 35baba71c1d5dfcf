import { MAX_AT_ONCE } from '@despatch/domain/orders/commands/order-verdict'
import { useDebouncedValue } from '@mantine/hooks'
import { hashKey, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryClient } from '../../kit/server/query-client.ts'
import { giveCommand } from './command-store.ts'
import { preflightOf } from './preflight.ts'
import { type Selection } from './work-order-queries.ts'

/** How long a selection stays as it is before it is looked at. */
const LOOK_AFTER_MS = 250
/** For so long after orders were released at once, the same key or button asks: a second press was not meant for the others. */
const ASKS_AFTER_MS = 2000
let releasedAt = 0

type ReleaseAsked = {
  readonly selection: Selection
  /** How many orders it is for. */
  readonly count: number
  readonly isDisabled: boolean
  /** It asks whatever would be found. */
  readonly alwaysAsks: boolean
  /** Opens the dialog. */
  readonly onAsk: () => void
  /** The orders are being released. */
  readonly onGiven: () => void
}

/**
 * Releases a few orders without a dialog if the server's pre-flight finds nothing to look at (`goesAtOnce`): people who confirm
 * the same dialog a hundred times a shift stop reading it. The pre-flight runs while orders are selected, so that the button
 * shows whether it will ask, and again when it is pressed.
 */
export function useRelease({ selection, count, isDisabled, alwaysAsks, onAsk, onGiven }: ReleaseAsked) {
  const [isAtWork, setAtWork] = useState(false)
  const isLookedAt = !isDisabled && !alwaysAsks && count > 0 && count <= MAX_AT_ONCE
  const chosen = hashKey([selection])
  const [settled] = useDebouncedValue(chosen, LOOK_AFTER_MS)
  const preflight = preflightOf('release', selection, undefined, 1)
  const { data } = useQuery({ ...preflight, enabled: isLookedAt && settled === chosen })
  const look = isLookedAt ? data : undefined

  async function release() {
    if (isAtWork) return
    if (!isLookedAt || look?.goesAtOnce === false || Date.now() - releasedAt < ASKS_AFTER_MS) return onAsk()
    setAtWork(true)
    try {
      const found = await queryClient.fetchQuery(preflight).catch(() => undefined)
      if (!found?.goesAtOnce || found.total !== count) return onAsk()
      const most = 'matching' in selection && { most: found.total }
      const given = giveCommand({ action: 'release', selection, count: found.total, ...most }, { offersUndo: true })
      releasedAt = Date.now()
      onGiven()
      // What it is refused with stands above the list.
      await given.ended.catch(() => undefined)
    } finally {
      setAtWork(false)
    }
  }
  return { release, isAtWork, asks: !look?.goesAtOnce, refused: look?.refused ?? 0 }
}
