import { MantineProvider } from '@mantine/core'
import { notifications as toasts } from '@mantine/notifications'
import { cutOffs } from '@despatch/contract/routing/cut-offs/cut-offs'
import { orders } from '@despatch/contract/orders/orders'
import { reportFiles } from '@despatch/contract/reports/report-files'
import { session as sessionCalls } from '@despatch/contract/sign-in/session'
import { QueryClientProvider } from '@tanstack/react-query'
import {
  type AnyRouter,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
  useLocation,
} from '@tanstack/react-router'
import { render } from '@testing-library/react'
import { PointerEventsCheckLevel, userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { expect, vi } from 'vitest'
import { parseSearch, stringifySearch } from '../kit/browser/search-text.ts'
import { notifications } from '../kit/notify/notify.ts'
import { queryClient } from '../kit/server/query-client.ts'
import { session } from '../kit/session/session-store.ts'
import { cssVariables, theme } from '../kit/ui/theme.ts'
import { SCREENS } from '../shell/screens.ts'
import { ScreenOfClient } from '../shell/frame/screen-of-client.tsx'
import { Root } from '../shell/root.tsx'
import { type FakeServer, openFakeServer } from './fake-server.ts'
import { signIn, type SignInOptions } from './sign-in.ts'

let open: { server: FakeServer } | undefined

/**
 * Starts a fake server that receives all calls; {@link openScreen} opens screens on it. It has no saved views, no
 * waiting orders and no embedded reports.
 */
export function openServer(): FakeServer {
  const server = openFakeServer()
  server.answer(sessionCalls.views, { views: [], layout: null })
  server.answer(sessionCalls.notices, { notices: [] })
  server.answer(cutOffs.today, { cutOffs: [] })
  server.answer(orders.listCounts, {
    values: [],
    views: {
      toRelease: 0,
      pastDespatch: 0,
      pickingLate: 0,
      partSent: 0,
      dueToday: 0,
      noCarrier: 0,
      suspended: 0,
      needsAttention: 0,
      assignedToMe: 0,
    },
  })
  server.answer(reportFiles.getEmbedToken, ({ body: { report } }) => ({
    report,
    title: report,
    embedded: null,
    notice: '',
  }))
  vi.stubGlobal('fetch', server.fetch)
  open = { server }
  return server
}

/**
 * Renders the screen of an address without the frame, for a signed-in user. Navigating to another screen shows only
 * its address. `page` renders a component that is no screen.
 */
export async function openScreen(address: string, who: SignInOptions = {}, page?: () => ReactNode) {
  const server = open?.server ?? openServer()
  const me = signIn(who)
  server.answer(sessionCalls.current, me)
  const [pathname = ''] = address.split('?')
  const component = SCREENS.find(({ path }) => path === pathname)?.component
  if (!component && !page) throw new Error(`There is no screen at ${pathname}`)
  const Screen = page ?? ((await component?.()) as () => ReactNode)
  // Browser tests check pointer events; here the check would dominate the run time.
  const user = userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never })
  const history = createMemoryHistory({ initialEntries: [address] })
  const root = createRootRoute({ component: Root })
  const frame = createRoute({ getParentRoute: () => root, id: 'frame', component: ScreenOfClient })
  const here = createRoute({ getParentRoute: () => frame, path: pathname, component: Screen })
  const elsewhere = createRoute({ getParentRoute: () => frame, path: '$', component: Elsewhere })
  const routeTree = root.addChildren([frame.addChildren([here, elsewhere])])
  const router = createRouter({ routeTree, history, parseSearch, stringifySearch })
  const view = render(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} env="test">
      <QueryClientProvider client={queryClient}>
        <RouterProvider<AnyRouter> router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  return {
    ...view,
    user,
    server,
    me,
    /** The path and the search parameters of the address. */
    path: () => router.state.location.pathname,
    search: () => router.state.location.search as Record<string, unknown>,
    go: (href: string) => router.navigate({ href }),
    back: () => router.history.back(),
  }
}

function Elsewhere() {
  return <h1>Went to {useLocation().href}</h1>
}

/** Clears all state, and fails the test if a call or an answer violated the contract. */
export async function clearScreen(): Promise<void> {
  const faults = open?.server.faults ?? []
  open = undefined
  vi.unstubAllGlobals()
  await queryClient.cancelQueries()
  queryClient.clear()
  clearNotifications()
  session.clear()
  localStorage.clear()
  sessionStorage.clear()
  expect(faults, 'the fake server was asked, or answered, what the contract has not').toEqual([])
}

/** A notification still on screen would suppress the same one in the next test. */
function clearNotifications() {
  toasts.clean()
  for (const { message } of notifications.log.get().entries) notifications.allowAgain(message)
  notifications.clear()
}
