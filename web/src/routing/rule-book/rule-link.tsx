import type { CandidateAnswer } from '@despatch/contract/routing/allocation/explanation'
import type { Constraint } from '@despatch/domain/routing/allocation/constraints'
import type { NamedHold } from '@despatch/domain/routing/fixed-routing/route-name'
import type { LeafPath } from '@despatch/domain/administration/roles/menu'
import { Fragment, type ReactNode } from 'react'
import { ScreenLink } from '../../kit/navigation/screen-link.tsx'
import { entryOf } from '../../kit/navigation/menu-keys.ts'
import { activeDatesAddress } from '../active-dates/addresses.ts'
import { capacityAddress } from '../capacity/addresses.ts'
import { limitsAddress } from '../parcel-limits/addresses.ts'
import { methodAddress } from '../prices/addresses.ts'
import { fixedRouteAddress } from './rule-book-places.ts'
import { useCanOpen } from '../../kit/session/use-rights.ts'

const ROUTING = 'carrierRoutingControl'
const BY_SKU = `${ROUTING}.productFixedRoutingBySku`
const PRICES = [`${ROUTING}.carrierPrices`, methodAddress] as const
const DATES = [`${ROUTING}.carrierActiveDates`, activeDatesAddress] as const
const LIMITS = [`${ROUTING}.carrierParcelLimits`, limitsAddress] as const

type SetIn = readonly [leaf: LeafPath, addressOf: (rule: string) => string]

/** The screen that sets each constraint, with the address of a rule there. */
const SET_IN: Readonly<Record<Exclude<Constraint, 'fixedRouting'>, SetIn>> = {
  service: PRICES,
  country: PRICES,
  region: PRICES,
  price: PRICES,
  carrierActive: DATES,
  activeDates: DATES,
  // Stops and cut-offs are sections of the screen, for staff.
  stopped: [`${ROUTING}.carrierCapacitySetUp`, capacityAddress],
  cutOff: [`${ROUTING}.carrierCapacitySetUp`, capacityAddress],
  Length: LIMITS,
  Volume: LIMITS,
  NumberOfParcels: LIMITS,
  ParcelWeight: LIMITS,
  ConsignmentWeight: LIMITS,
  capacity: [`${ROUTING}.carrierCapacitySetUp`, capacityAddress],
}

type RuleLinkProps = {
  readonly verdict: Pick<CandidateAnswer['verdicts'][number], 'constraint' | 'rule'>
  /** The candidate's carrier. */
  readonly carrier: string
  /** The consignment's hold, which has the names of routes. */
  readonly heldTo: NamedHold | null | undefined
}

/**
 * Links to the screen of a rule if the user may open it; otherwise shows a route's name, or '–'. Without a rule (no
 * capacity, no hold) it links to the screen that would set one.
 */
export function RuleLink({ verdict: { constraint, rule }, carrier, heldTo }: RuleLinkProps) {
  if (constraint === 'fixedRouting')
    return heldTo ? <RouteLinks holds={[heldTo]} /> : <EntryLink leaf={BY_SKU} otherwise="–" />
  const [leaf, addressOf] = SET_IN[constraint]
  // Only capacity may have no rule.
  return <EntryLink leaf={leaf} to={addressOf(rule || carrier)} otherwise="–" />
}

/** The fixed routes of holds, as links if the user may open their screen. */
export function RouteLinks({ holds }: { readonly holds: readonly NamedHold[] }) {
  const routes = holds.flatMap(({ customPreferenceIDs: ids, routes: names = [] }) =>
    ids.map((id, index) => ({ id, name: names[index] })),
  )
  return routes.map(({ id, name }, index) => (
    <Fragment key={id}>
      {index > 0 && ', '}
      <EntryLink leaf={BY_SKU} to={fixedRouteAddress(id)}>
        {name === undefined ? `Fixed route ${id}` : `Fixed route of ${name}`}
      </EntryLink>
    </Fragment>
  ))
}

type EntryLinkProps = {
  readonly leaf: LeafPath
  /** An address on the screen, to open a record. */
  readonly to?: string
  /** The text; default: the screen's title. */
  readonly children?: ReactNode
  /** The text without permission; default: the same text. */
  readonly otherwise?: ReactNode
}

/**
 * Links to a menu entry's screen; without permission it shows only the text, if that is more than the screen's title.
 */
export function EntryLink({ leaf, to, children, otherwise = children }: EntryLinkProps) {
  const opens = useCanOpen(leaf)
  const { path, title } = entryOf(leaf)
  return opens ? <ScreenLink to={to ?? path}>{children ?? title}</ScreenLink> : otherwise
}
