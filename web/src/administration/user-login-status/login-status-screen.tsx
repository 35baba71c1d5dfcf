import { Button } from '@mantine/core'
import type { LoginStatus } from '@despatch/contract/administration/users/user'
import { IconRefresh } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ListScreen } from '../../kit/list/list-screen.tsx'
import { useKeys } from '../../kit/keys/keys.ts'
import { queryClient } from '../../kit/server/query-client.ts'
import { ENTRIES } from '../../kit/navigation/menu-keys.ts'
import { useCanOpen, useEditDisabledReason } from '../../kit/session/use-rights.ts'
import { SHORT_PAGE_SIZE } from '../../kit/list/page-size.ts'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { usePagedList } from '../../kit/list/use-paged-list.ts'
import { userAddress } from '../users/addresses.ts'
import { EndSessionDialog } from './end-session-dialog.tsx'
import { EndSession, LOGIN_COLUMNS } from './login-columns.tsx'
import { fetchSessions, loginQuery, loginShape } from './login-queries.ts'
import { SignInBlocks } from './sign-in-blocks.tsx'
import { SearchField } from '../../kit/list/filters/search-field.tsx'
import { DisabledReason } from '../../kit/list/disabled-reason.tsx'

const REFRESH_MS = 30_000
const NAME = 'user-login-status'
const TITLE = 'User Login Status'
const refresh = () => void queryClient.invalidateQueries({ queryKey: ['users', 'sessions'] })
const rowId = ({ username, session }: LoginStatus) => `${username} ${session}`

/** The live sessions, since when and from where; refreshes itself, and can end sessions. */
export function LoginStatusScreen() {
  const router = useRouter()
  const [search, change] = useScreenSearch(loginShape)
  const whyNot = useEditDisabledReason(ENTRIES.userLoginStatus, ENTRIES.manageUsers)
  const mayOpen = useCanOpen(ENTRIES.manageUsers)
  const [ending, setEnding] = useState<LoginStatus>()
  const query = loginQuery(search)
  const fetchRows = (page: number, size: number, signal: AbortSignal) =>
    fetchSessions(query, page, size, signal).then(({ sessions, total }) => ({ rows: sessions, total }))
  const list = usePagedList<LoginStatus>({
    queryKey: ['users', 'sessions', query],
    place: search,
    onPlace: (place) => change(place as Partial<typeof search>),
    fetchPage: fetchRows,
    rowId,
  })
  useKeys({ r: refresh })
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && refresh(), REFRESH_MS)
    return () => clearInterval(timer)
  }, [])
  return (
    <EndSession value={whyNot ? undefined : setEnding}>
      <ListScreen
        name={NAME}
        title={TITLE}
        noun={['session', 'sessions']}
        columns={LOGIN_COLUMNS}
        list={list}
        fetchRows={(...asked) => fetchRows(...asked).then(({ rows }) => rows)}
        action={
          <>
            <DisabledReason reasons={[whyNot]} />
            <Button
              variant="default"
              leftSection={<IconRefresh size={14} aria-hidden />}
              aria-keyshortcuts="r"
              title="R (automatic every 30 seconds)"
              onClick={refresh}
            >
              Refresh
            </Button>
          </>
        }
        filters={
          <SearchField
            label="Username or name"
            value={search.search}
            onChange={(text) => change({ search: text, page: 1 })}
          />
        }
        defaultSize={SHORT_PAGE_SIZE}
        above={<SignInBlocks mayUnlock={!whyNot} />}
        onOpen={mayOpen ? ({ _id }) => void router.navigate({ href: userAddress(_id) }) : undefined}
        empty={search.search ? 'No signed-in users match.' : 'No users are signed in.'}
      >
        <EndSessionDialog of={ending} onClose={() => setEnding(undefined)} />
      </ListScreen>
    </EndSession>
  )
}
