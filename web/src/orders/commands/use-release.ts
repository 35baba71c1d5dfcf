import { MAX_WITHOUT_PREFLIGHT } from '@despatch/domain/orders/commands/order-verdict'
import { useDebouncedValue } from '@mantine/hooks'
import { hashKey, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryClient } from '../../kit/server/query-client.ts'
import { sendCommand } from './command-store.ts'
import { preflightOf } from './preflight.ts'
import { type Selection } from './work-order-queries.ts'

/** Pause after a change of the selection before its pre-flight. */
const PREFLIGHT_DELAY_MS = 250
/**
 * After an immediate release, the same key or button opens the dialog: a second press was not meant for other orders.
 */
const CONFIRM_AGAIN_MS = 2000
let releasedAt = 0

type ReleaseOptions = {
  readonly selection: Selection
  /** Number of selected orders. */
  readonly count: number
  readonly isDisabled: boolean
  /** Always open the dialog. */
  readonly alwaysAsks: boolean
  readonly onAsk: () => void
  /** Called once the release is sent. */
  readonly onSent: () => void
}

/**
 * Releases a few unproblematic orders server's once finds opens the dialog for all others (`goesAtOnce`): The pre-flight runs
 * on selection, so that the button
 * shows which it is, and again when pressed.
 */
export function useRelease({ selection, count, isDisabled, alwaysAsks, onAsk, onSent }: ReleaseOptions) {
  const [isAtWork, setAtWork] = useState(false)
  const isLookedAt = !isDisabled && !alwaysAsks && count > 0 && count <= MAX_WITHOUT_PREFLIGHT
  const chosen = hashKey([selection])
  const [settled] = useDebouncedValue(chosen, PREFLIGHT_DELAY_MS)
  const preflight = preflightOf('release', selection, undefined, 1)
  const { data } = useQuery({ ...preflight, enabled: isLookedAt && settled === chosen })
  const look = isLookedAt ? data : undefined

  async function release() {
    if (isAtWork) return
    if (!isLookedAt || look?.goesAtOnce === false || Date.now() - releasedAt < CONFIRM_AGAIN_MS) return onAsk()
    setAtWork(true)
    try {
      const found = await queryClient.fetchQuery(preflight).catch(() => undefined)
      if (!found?.goesAtOnce || found.total !== count) return onAsk()
      const most = 'matching' in selection && { most: found.total }
      const sent = sendCommand({ action: 'release', selection, count: found.total, ...most }, { offersUndo: true })
      releasedAt = Date.now()
      onSent()
      // The refusal is shown above the list.
      await sent.ended.catch(() => undefined)
    } finally {
      setAtWork(false)
    }
  }
  return { release, isAtWork, asks: !look?.goesAtOnce, refused: look?.refused ?? 0 }
}
