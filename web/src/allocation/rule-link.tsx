import { Anchor } from '@mantine/core'
import type { CandidateAnswer } from '@despatch/contract/allocation/explanation'
import type { Constraint } from '@despatch/domain/allocation/constraints'
import { type LeafPath, menuLeaves } from '@despatch/domain/roles/menu'
import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { useOpens } from '../session/use-may.ts'

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

type Given = {
  readonly verdict: Pick<CandidateAnswer['verdicts'][number], 'constraint' | 'rule'>
  /** The candidate's. */
  readonly carrier: string
}

/**
 * The rule that said so: a link to where it is set for who may open it, its name for the others. Where no rule did (no
 * capacity is set, nothing is held), to where one would be set.
 */
export function RuleLink({ verdict: { constraint, rule }, carrier }: Given) {
  if (constraint === 'fixedRouting')
    return rule === '' ? <ScreenLink leaf={BY_SKU} /> : <RouteLinks ids={rule.split(',')} />
  const [leaf, param] = SET_IN[constraint]
  // Only of a carrier's capacity there may be no rule.
  return <ScreenLink leaf={leaf} search={{ [param]: rule || carrier }} />
}

/** Fixed routes by their ids, each a link to where it is set for who may open it. */
export function RouteLinks({ ids }: { readonly ids: readonly string[] }) {
  return ids.map((id, index) => (
    <Fragment key={id}>
      {index > 0 && ', '}
      <ScreenLink leaf={BY_SKU} search={{ route: id }}>
        Fixed route {id}
      </ScreenLink>
    </Fragment>
  ))
}

type LinkGiven = {
  readonly leaf: LeafPath
  readonly search?: Readonly<Record<string, string>>
  /** What it says; the screen's title unless told. */
  readonly children?: ReactNode
}

/** Leads to the screen of an entry of the menu; for who may not open it, its words alone. */
export function ScreenLink({ leaf, search = {}, children }: LinkGiven) {
  const opens = useOpens(leaf)
  const screen = menuLeaves().find((one) => one.leaf === leaf)
  const words = children ?? screen?.title
  if (!screen || !opens) return words
  return (
    <Anchor component={Link} to={screen.path} search={search as never} preload={false} inherit>
      {words}
    </Anchor>
  )
}
