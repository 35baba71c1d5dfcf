import { Anchor } from '@mantine/core'
import type { CandidateAnswer } from '@despatch/contract/allocation/explanation'
import type { Constraint } from '@despatch/domain/allocation/constraints'
import { type LeafPath, menuLeaves } from '@despatch/domain/roles/menu'
import { Link } from '@tanstack/react-router'
import { useOpens } from '../session/use-may.ts'

const ROUTING = 'carrierRoutingControl'
const PRICES = `${ROUTING}.carrierPrices`
const DATES = `${ROUTING}.carrierActiveDates`
const LIMITS = `${ROUTING}.carrierParcelLimits`
const BY_SKU = `${ROUTING}.productFixedRoutingBySku`
const BY_REGION = `${ROUTING}.productFixedRoutingByRegion`

/** Where what a constraint goes by is set. */
const SET_IN: Readonly<Record<Constraint, LeafPath>> = {
  service: PRICES,
  country: PRICES,
  region: PRICES,
  carrierActive: DATES,
  activeDates: DATES,
  Length: LIMITS,
  Volume: LIMITS,
  NumberOfParcels: LIMITS,
  ParcelWeight: LIMITS,
  ConsignmentWeight: LIMITS,
  capacity: `${ROUTING}.carrierCapacitySetUp`,
  fixedRouting: BY_SKU,
  price: PRICES,
}

type Given = { readonly verdict: CandidateAnswer['verdicts'][number] }

/** The rule that said so: a link to where it is set for who may open it, its name for the others. */
export function RuleLink({ verdict: { constraint, rule } }: Given) {
  const opensRegions = useOpens(BY_REGION)
  const opens = useOpens(SET_IN[constraint])
  if (rule === '') return null
  const isRoute = constraint === 'fixedRouting'
  const leaf = isRoute && !opens ? BY_REGION : SET_IN[constraint]
  const screen = menuLeaves().find((one) => one.leaf === leaf)
  const words = isRoute ? `Fixed route ${rule.replaceAll(',', ', ')}` : (screen?.title ?? '')
  if (!screen || !(opens || (isRoute && opensRegions))) return words
  return (
    <Anchor component={Link} to={screen.path} preload={false} inherit>
      {words}
    </Anchor>
  )
}
