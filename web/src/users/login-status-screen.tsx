import { Button } from '@mantine/core'
import type { LoginStatus } from '@despatch/contract/users/user'
import { LOGIN_SORTS } from '@despatch/contract/users/users'
import { formatCount } from '@despatch/domain/money/money'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { z } from 'zod'
import { useKeys } from '../app/keys/keys.ts'
import { DataTable } from '../table/data-table.tsx'
import { ExportMenu } from '../table/export-menu.tsx'
import { ListPage } from '../table/list-page.tsx'
import { ALL_ROWS, SHORT_PAGE_SIZE } from '../table/page-size.ts'
import { SavedViews } from '../table/saved-views.tsx'
import { useScreenSearch } from '../table/screen-search.ts'
import { TableFoot } from '../table/table-foot.tsx'
import { useRowWindows } from '../table/windows.ts'
import { userAddress } from './addresses.ts'
import { EndSessionDialog } from './end-session-dialog.tsx'
import { EndSession, LOGIN_COLUMNS } from './login-columns.tsx'
import { fetchSessions, loginKey, loginPage, loginQuery, loginShape } from './login-queries.ts'
import { useMay, useOpens } from './use-may.ts'
import { UserSearchField } from './user-search-field.tsx'
import { usersChanged } from './user-queries.ts'
import { WhyNot } from './why-not.tsx'

const REFRESH_MS = 30_000
const NAME = 'user-login-status'
const TITLE = 'User Login Status'
const sortOf = z.enum(LOGIN_SORTS)
const rowId = ({ username, session }: LoginStatus) => `${username} ${session}`

/** Who is signed in, since when and from where; brings itself up to date, and ends sessions. */
export function LoginStatusScreen() {
  const router = useRouter()
  const [search, change] = useScreenSearch(loginShape)
  const may = useMay('userLoginStatus', 'manageUsers')
  const mayOpen = useOpens('manageUsers')
  const [ending, setEnding] = useState<LoginStatus>()
  const { page, limit, sort, order } = search
  const isAll = limit === ALL_ROWS
  const query = loginQuery(search)
  const pageQuery = useQuery({
    ...loginPage(query, isAll ? 1 : page, isAll ? 1 : limit),
    refetchInterval: REFRESH_MS,
  })
  const total = pageQuery.data?.total
  const rows = pageQuery.data?.sessions
  const windows = useRowWindows<LoginStatus>({
    isOn: isAll,
    queryKey: loginKey(query),
    fetchWindow: (number, size, signal) => fetchSessions(query, number, size, signal).then(({ sessions }) => sessions),
  })
  const refresh = () => void usersChanged()
  useKeys({ r: refresh })
  const narrow = (part: Partial<typeof search>) => change({ ...part, page: 1 })

  return (
    <EndSession value={may.isAllowed ? setEnding : undefined}>
      <ListPage
        title={TITLE}
        counted={total === undefined ? 'Counting…' : `${formatCount(total)} ${total === 1 ? 'session' : 'sessions'}`}
        action={
          <>
            <WhyNot reasons={[may.why]} />
            <Button
              variant="default"
              leftSection={<IconRefresh size={14} aria-hidden />}
              aria-keyshortcuts="r"
              title="R; by itself every 30 seconds"
              loading={pageQuery.isFetching && pageQuery.isPlaceholderData}
              onClick={refresh}
            >
              Refresh
            </Button>
          </>
        }
        filters={
          <>
            <SavedViews table={NAME} />
            <UserSearchField
              label="Username or name"
              value={search.search}
              onChange={(text) => narrow({ search: text })}
            />
            <ExportMenu
              table={NAME}
              title={TITLE}
              columns={LOGIN_COLUMNS}
              total={total}
              fetchRows={(number, size, signal) =>
                fetchSessions(query, number, size, signal).then(({ sessions }) => sessions)
              }
            />
          </>
        }
        foot={
          <TableFoot
            page={page}
            pageSize={limit}
            defaultSize={SHORT_PAGE_SIZE}
            count={rows?.length ?? 0}
            total={total}
            hasMore={total !== undefined && page * limit < total}
            isBehind={pageQuery.isPlaceholderData}
            onPage={(to) => change({ page: to })}
            onPageSize={(size) => narrow({ limit: size })}
          />
        }
      >
        <DataTable
          name={NAME}
          label={TITLE}
          columns={LOGIN_COLUMNS}
          rows={isAll ? (windows.isLoading ? undefined : windows.windows) : rows}
          windowed={isAll ? { total: total ?? 0, onVisible: windows.onVisible } : undefined}
          rowId={rowId}
          isLoading={pageQuery.isPending || (isAll && windows.isLoading)}
          error={pageQuery.error ?? (isAll ? windows.error : undefined)}
          onRetry={() => (pageQuery.error ? void pageQuery.refetch() : windows.retry())}
          sort={{ id: sort, desc: order === 'desc' }}
          onSort={({ id, desc }) => narrow({ sort: sortOf.parse(id), order: desc ? 'desc' : 'asc' })}
          {...(mayOpen && { onOpen: ({ _id }: LoginStatus) => void router.navigate({ href: userAddress(_id) }) })}
          empty={search.search ? 'Nobody whose name holds this is signed in.' : 'Nobody is signed in.'}
        />
        <EndSessionDialog of={ending} onClose={() => setEnding(undefined)} />
      </ListPage>
    </EndSession>
  )
}
