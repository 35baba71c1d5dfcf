import { lazy, Suspense, useState } from 'react'
import { useStore } from '../kit/browser/store.ts'
import { whyOf } from '../routing/allocation/why-store.ts'

const WhyDrawer = lazy(() =>
  import('../routing/allocation/why-drawer.tsx').then((room) => ({ default: room.WhyDrawer })),
)

/** The drawer that says why, over every screen; it comes when it is first asked for. */
export function AskedWhy() {
  const isAsked = useStore(whyOf, (order) => order !== undefined)
  const [wasAsked, setAsked] = useState(false)
  if (isAsked && !wasAsked) setAsked(true)
  if (!wasAsked) return null
  return (
    <Suspense fallback={null}>
      <WhyDrawer />
    </Suspense>
  )
}
