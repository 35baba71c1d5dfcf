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

/** The drawer that says why, over every screen; it comes when it is first asked for. */
export const AskedWhy = () => <OnceAsked of={whyOrder} shown={WhyDrawer} />

/** The dialog that asks about one order, likewise. */
export const AskedOrder = () => <OnceAsked of={requestedCommand} shown={RequestedCommandDialog} />

/** Goes where code outside of components wants to. */
export function AskedAddress() {
  const router = useRouter()
  const address = useStore(pendingAddress)
  useEffect(() => {
    if (address === undefined) return
    pendingAddress.set(undefined)
    void router.navigate({ href: address })
  }, [address, router])
  return null
}

type OnceAskedProps<Asked> = { readonly of: Store<Asked | undefined>; readonly shown: ComponentType }

function OnceAsked<Asked>({ of, shown: Shown }: OnceAskedProps<Asked>) {
  const isAsked = useStore(of, (asked) => asked !== undefined)
  const [wasAsked, setAsked] = useState(false)
  if (isAsked && !wasAsked) setAsked(true)
  if (!wasAsked) return null
  return (
    <Suspense fallback={null}>
      <Shown />
    </Suspense>
  )
}
