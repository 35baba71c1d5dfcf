import { useRouter } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { type Store, useStore } from '../kit/browser/store.ts'
import { pendingAddress } from '../kit/navigation/pending-navigation.ts'
import { requestedCommand } from '../orders/requested-command.ts'
import { whyOrder } from '../routing/allocation/why-store.ts'

const WhyDrawer = lazy(() =>
  import('../routing/allocation/why-drawer.tsx').then((room) => ({ default: room.WhyDrawer })),
)
const RequestedCommandDialog = lazy(() =>
  import('../orders/requested-command-dialog.tsx').then((room) => ({
    default: room.RequestedCommandDialog,
  })),
)

/** The drawer that explains a choice of carrier, over every screen. Loaded when first opened. */
export const OnDemandWhyDrawer = () => <OnDemand request={whyOrder} component={WhyDrawer} />

/** The dialog of a command on one order, over every screen. Loaded when first opened. */
export const OnDemandCommandDialog = () => <OnDemand request={requestedCommand} component={RequestedCommandDialog} />

/** Navigates to the address that code outside components has requested. */
export function PendingNavigation() {
  const router = useRouter()
  const address = useStore(pendingAddress)
  useEffect(() => {
    if (address === undefined) return
    pendingAddress.set(undefined)
    void router.navigate({ href: address })
  }, [address, router])
  return null
}

type OnDemandProps<Request> = {
  /** Undefined while nothing is requested. */
  readonly request: Store<Request | undefined>
  readonly component: ComponentType
}

/** Mounts a lazy component at its first request, and keeps it mounted. */
function OnDemand<Request>({ request, component: Component }: OnDemandProps<Request>) {
  const isRequested = useStore(request, (current) => current !== undefined)
  const [wasRequested, setWasRequested] = useState(false)
  if (isRequested && !wasRequested) setWasRequested(true)
  if (!wasRequested) return null
  return (
    <Suspense fallback={null}>
      <Component />
    </Suspense>
  )
}
