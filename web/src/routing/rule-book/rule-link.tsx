import type { CandidateAnswer } from '@despatch/contract/routing/allocation/explanation'
import type { Constraint } from '@despatch/domain/routing/allocation/constraints'
import type { ToldHold } from '@despatch/domain/routing/fixed-routing/route-name'
import type { LeafPath } from '@despatch/domain/administration/roles/menu'
import { Fragment, type ReactNode } from 'react'
import { ScreenLink } from '../../kit/navigation/screen-link.tsx'
import { entryOf } from '../../kit/navigation/menu-keys.ts'
import { activeDatesAddress } from '../active-dates/addresses.ts'
import { capacityAddress } from '../capacity/addresses.ts'
import { limitsAddress } from '../parcel-limits/addresses.ts'
import { methodAddress } from '../prices/addresses.ts'
import { fixedRouteAddress } from './rule-book-places.ts'
import { useOpens } from '../../kit/session/use-may.ts'

const ROUTING = 'carrierRoutingControl'
const BY_SKU = `${ROUTING}.productFixedRoutingBySku`
const PRICES = [`${ROUTING}.carrierPrices`, methodAddress] as const
const DATES = [`${ROUTING}.carrierActiveDates`, activeDatesAddress] as const
const LIMITS = [`${ROUTING}.carrierParcelLimits`, limitsAddress] as const

type SetIn = readonly [leaf: LeafPath, addressOf: (rule: string) => string]

/** Where what a constraint goes by is set, and the address of a rule there. */
const SET_IN: Readonly<Record<Exclude<Constraint, 'fixedRouting'>, SetIn>> = {
  service: PRICES,
  country: PRICES,
  region: PRICES,
  price: PRICES,
  carrierActive: DATES,
  activeDates: DATES,
  Length: LIMITS,
  Volume: LIMITS,
  NumberOfParcels: LIMITS,
  ParcelWeight: LIMITS,
  ConsignmentWeight: LIMITS,
  capacity: [`${ROUTING}.carrierCapacitySetUp`, capacityAddress],
}

type RuleLinkProps = {
  readonly verdict: Pick<CandidateAnswer['verdicts'][number], 'constraint' | 'rule'>
  /** The candidate's. */
  readonly carrier: string
  /** What holds the consignment: its routes are called by its names. */
  readonly heldTo: ToldHold | null | undefined
}

/**
 * The rule that said so: a link to where it is set for who may open it; for the others a route's name, or '–'. Where no rule
 * did (no capacity is set, nothing is held), to where one would be set.
 */
export function RuleLink({ verdict: { constraint, rule }, carrier, heldTo }: RuleLinkProps) {
  if (constraint === 'fixedRouting')
    return heldTo ? <RouteLinks holds={[heldTo]} /> : <EntryLink leaf={BY_SKU} otherwise="–" />
  const [leaf, addressOf] = SET_IN[constraint]
  // Only of a carrier's capacity there may be no rule.
  return <EntryLink leaf={leaf} to={addressOf(rule || carrier)} otherwise="–" />
}

/** The fixed routes of some holds, each a link to where it is set for who may open it. */
export function RouteLinks({ holds }: { readonly holds: readonly ToldHold[] }) {
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
  /** An address of the screen, where it opens something there. */
  readonly to?: string
  /** What it says; the screen's title unless told. */
  readonly children?: ReactNode
  /** What stands for who may not open the screen; its words unless told. */
  readonly otherwise?: ReactNode
}

/** Leads to the screen of an entry of the menu; for who may not open it, its words alone, where they say more than its title. */
export function EntryLink({ leaf, to, children, otherwise = children }: EntryLinkProps) {
  const opens = useOpens(leaf)
  const { path, title } = entryOf(leaf)
  return opens ? <ScreenLink to={to ?? path}>{children ?? title}</ScreenLink> : otherwise
}
