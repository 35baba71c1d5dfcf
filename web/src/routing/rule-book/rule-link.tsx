import { Anchor } from '@mantine/core'
import type { CandidateAnswer } from '@despatch/contract/routing/allocation/explanation'
import type { Constraint } from '@despatch/domain/routing/allocation/constraints'
import type { ToldHold } from '@despatch/domain/routing/fixed-routing/route-name'
import { type LeafPath, menuLeaves } from '@despatch/domain/administration/roles/menu'
import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { useOpens } from '../../kit/session/use-may.ts'

const ROUTING = 'carrierRoutingControl'
const BY_SKU = `${ROUTING}.productFixedRoutingBySku`
const PRICES = [`${ROUTING}.carrierPrices`, 'method'] as const
const DATES = [`${ROUTING}.carrierActiveDates`, 'carrier'] as const
const LIMITS = [`${ROUTING}.carrierParcelLimits`, 'method'] as const

/** Where what a constraint goes by is set, and which parameter of its address names the rule. */
const SET_IN: Readonly<Record<Exclude<Constraint, 'fixedRouting'>, readonly [leaf: LeafPath, param: string]>> = {
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
  capacity: [`${ROUTING}.carrierCapacitySetUp`, 'carrier'],
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
    return heldTo ? <RouteLinks holds={[heldTo]} /> : <ScreenLink leaf={BY_SKU} otherwise="–" />
  const [leaf, param] = SET_IN[constraint]
  // Only of a carrier's capacity there may be no rule.
  return <ScreenLink leaf={leaf} search={{ [param]: rule || carrier }} otherwise="–" />
}

/** The fixed routes of some holds, each a link to where it is set for who may open it. */
export function RouteLinks({ holds }: { readonly holds: readonly ToldHold[] }) {
  const routes = holds.flatMap(({ customPreferenceIDs: ids, routes: names = [] }) =>
    ids.map((id, index) => ({ id, name: names[index] })),
  )
  return routes.map(({ id, name }, index) => (
    <Fragment key={id}>
      {index > 0 && ', '}
      <ScreenLink leaf={BY_SKU} search={{ route: id }}>
        {name === undefined ? `Fixed route ${id}` : `Fixed route of ${name}`}
      </ScreenLink>
    </Fragment>
  ))
}

type LinkGiven = {
  readonly leaf: LeafPath
  readonly search?: Readonly<Record<string, string>>
  /** What it says; the screen's title unless told. */
  readonly children?: ReactNode
  /** What stands for who may not open the screen; its words unless told. */
  readonly otherwise?: ReactNode
}

/** Leads to the screen of an entry of the menu; for who may not open it, its words alone, where they say more than its title. */
export function ScreenLink({ leaf, search = {}, children, otherwise = children }: LinkGiven) {
  const opens = useOpens(leaf)
  const screen = menuLeaves().find((one) => one.leaf === leaf)
  const words = children ?? screen?.title
  if (!screen || !opens) return otherwise
  return (
    <Anchor component={Link} to={screen.path} search={search as never} preload={false} inherit>
      {words}
    </Anchor>
  )
}
