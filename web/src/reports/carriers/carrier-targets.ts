import { carrierTargets } from '@despatch/contract/reports/carrier-targets'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../kit/server/call.ts'

export const TARGETS_KEY = ['carrier-targets']

/** Shares on time that the operator expects, in percent, by carrier code. */
export type Targets = ReadonlyMap<string, number>

export const NO_TARGETS: Targets = new Map()

/** The targets of carriers; undefined until they have come. */
export function useTargets(): Targets | undefined {
  const { data } = useQuery({
    queryKey: TARGETS_KEY,
    queryFn: ({ signal }) => call(carrierTargets.list, {}, { signal }),
    select: ({ targets }): Targets => new Map(targets.map(({ carrier, onTime }) => [carrier, onTime])),
  })
  return data
}

/** '98.5%'; '–' without a target. */
export const percentText = (target: number | undefined): string =>
  target === undefined ? '–' : `${target.toFixed(1)}%`

/** 'target 98.5%'; '' without one. */
export const targetText = (target: number | undefined): string =>
  target === undefined ? '' : `target ${percentText(target)}`
