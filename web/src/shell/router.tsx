import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { mailedLink } from '../sign-in/password/mailed-link.ts'
import { session } from '../kit/session/session-store.ts'
import { loadChunk } from '../kit/browser/chunks.ts'
import { CrashScreen, WholeCrashScreen } from './pages/crash-screen.tsx'
import { NotFoundScreen } from './pages/not-found-screen.tsx'
import { PendingFrame, PendingScreen } from './pages/pending-screen.tsx'
import { Root } from './root.tsx'
import { firstScreenBeneath } from '../kit/navigation/screen-access.ts'
import { SCREENS } from './screens.ts'
import '../kit/browser/deep-link.ts'
import { parseSearch, stringifySearch } from '../kit/browser/search-text.ts'

/** The screen after sign-in, unless the user had opened another address. */
export const HOME = '/home'

const root = createRootRoute({ component: Root, errorComponent: WholeCrashScreen })

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  beforeLoad: ({ search }) => {
    const { reset } = search as { reset?: unknown }
    if (typeof reset === 'string') {
      mailedLink.set(reset)
      throw redirect({ to: '/sign-in', search: {}, replace: true })
    }
    const needsSignIn = mailedLink.get() !== '' || !session.isSignedIn() || !session.store.get().user
    if (!needsSignIn) throw redirect({ to: HOME, replace: true })
  },
  component: lazyRouteComponent(
    () => loadChunk(() => import('../sign-in/password/sign-in-screen.tsx')),
    'SignInScreen',
  ),
  pendingComponent: () => null,
})

const frame = createRoute({
  getParentRoute: () => root,
  id: 'frame',
  beforeLoad: ({ location }) => {
    if (session.isSignedIn()) return
    const to = location.pathname === '/' || location.pathname === HOME ? {} : { to: location.href }
    throw redirect({ to: '/sign-in', search: to, replace: true })
  },
  component: lazyRouteComponent(() => loadChunk(() => import('./frame/frame.tsx')), 'Frame'),
  pendingComponent: PendingFrame,
  errorComponent: WholeCrashScreen,
})

const start = createRoute({
  getParentRoute: () => frame,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: HOME, replace: true })
  },
})

const home = createRoute({
  getParentRoute: () => frame,
  path: HOME,
  component: lazyRouteComponent(() => loadChunk(() => import('./pages/home-screen.tsx')), 'HomeScreen'),
})

/** Any other address. A menu group's leads to its first screen; others show 'Page not found' in the frame, beside the tabs. */
const notFound = createRoute({
  getParentRoute: () => frame,
  path: '$',
  beforeLoad: ({ location }) => {
    const first = location.pathname === '/' ? undefined : firstScreenBeneath(session.store.get(), location.pathname)
    if (first) throw redirect({ to: first.path, replace: true })
  },
  component: NotFoundScreen,
})

const screens = SCREENS.map((screen) => {
  const { component } = screen
  return createRoute({
    getParentRoute: () => frame,
    path: screen.path,
    component: lazyRouteComponent(() => loadChunk(component).then((Screen) => ({ default: Screen }))),
    errorComponent: CrashScreen,
  })
})

export const router = createRouter({
  routeTree: root.addChildren([signIn, frame.addChildren([start, home, ...screens, notFound])]),
  defaultPreload: 'intent',
  // The previous screen stays for this long; then the next one's placeholder appears.
  defaultPendingMs: 150,
  defaultPendingMinMs: 0,
  defaultPendingComponent: PendingScreen,
  scrollRestoration: true,
  parseSearch,
  stringifySearch,
  defaultErrorComponent: CrashScreen,
})
