import { session as calls } from '@despatch/contract/sign-in/session'
import type { Notice } from '@despatch/contract/sign-in/notices'
import { ALL_CLIENTS } from '@despatch/domain/administration/roles/role-types'
import { formatCount } from '@despatch/domain/money/money'
import { useQuery } from '@tanstack/react-query'
import { useStore } from '../browser/store.ts'
import { call } from '../server/call.ts'
import { queryClient } from '../server/query-client.ts'
import { session } from '../session/session-store.ts'

const KEY = ['notices']
const EVERY_MS = 60_000
/** Notices cover all the user's clients, whichever is selected. */
const OF_ALL = { client: ALL_CLIENTS }

/** The notices from colleagues, newest first, and how many are unread. */
export function useNotices() {
  const hasClients = useStore(session.store, ({ clients }) => clients.length > 0)
  const { data = [] } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call(calls.notices, {}, { ...OF_ALL, signal }).then(({ notices }) => notices),
    enabled: hasClients,
    refetchInterval: EVERY_MS,
    staleTime: EVERY_MS,
  })
  return { notices: data, unread: data.filter(({ isRead }) => !isRead).length }
}

/** Marks all notices as read. If the call fails, they are unread again after the next fetch. */
export function markNoticesRead(notices: readonly Notice[]): void {
  const [newest] = notices
  if (!newest || notices.every(({ isRead }) => isRead)) return
  void call(calls.readNotices, { body: { upTo: newest.noticeId } }, OF_ALL)
    .catch(() => undefined)
    .then(() => queryClient.invalidateQueries({ queryKey: KEY }))
}

export function noticeText({ kind, by, orderNumber, orders }: Notice): string {
  const ordersText = orderNumber ? `order ${orderNumber}` : `${formatCount(orders)} orders`
  return kind === 'mention' ? `${by} mentioned you in a note on ${ordersText}.` : `${by} assigned ${ordersText} to you.`
}
