import { formatCount } from '@despatch/domain/money/money'
import type { GoodWhen } from '../kit/tile/change-verdict.ts'
import { changeText, countChange } from '../kit/tile/change-text.ts'
import { Tile, Tiles } from '../kit/tile/tile.tsx'
import { claimableAddress, claimsAddress } from './addresses.ts'
import { amountOf, type ClaimCount, type ClaimFigure, countOf, sumAmount } from './claim-sums.ts'

type ClaimTilesProps = {
  readonly now: readonly ClaimFigure[]
  /** The figures of the period before; undefined until they have come. */
  readonly before: readonly ClaimFigure[] | undefined
  readonly from: string
  readonly to: string
}

/** Four figures of claims and their change since the period before. Amounts are shown if they have one currency. */
export function ClaimTiles({ now, before, from, to }: ClaimTilesProps) {
  const [currency, ...others] = new Set([...now, ...(before ?? [])].map((row) => row.currency))
  const isOfOne = currency !== undefined && others.length === 0
  const showsAmounts = isOfOne && now.some(({ claimed }) => claimed !== undefined)
  const counted = (of: ClaimCount, goodWhen: GoodWhen) => ({
    value: formatCount(countOf(now, of)),
    change: before ? countChange(countOf(now, of), countOf(before, of)) : '',
    goodWhen,
  })
  const amounts = (of: 'claimed' | 'accepted', goodWhen: GoodWhen) => ({
    value: amountOf(now, of, currency ?? ''),
    change: before ? changeText(Number(sumAmount(now, of)), Number(sumAmount(before, of))) : '',
    goodWhen,
  })
  const expired = isOfOne && amountOf(now, showsAmounts ? 'missedAmount' : 'missedGoods', currency)
  return (
    <Tiles>
      <Tile
        title="Claims"
        definition="Claims prepared on these dates, without withdrawn ones."
        to={claimsAddress({ from, to })}
        {...counted('claims', 'none')}
      />
      {showsAmounts ? (
        <Tile title="Claimed" definition="The value of these claims." {...amounts('claimed', 'none')} />
      ) : (
        <Tile
          title="Refused"
          definition="Those of these claims that were refused."
          {...counted('refusedClaims', 'down')}
        />
      )}
      {showsAmounts ? (
        <Tile
          title="Accepted"
          definition="What carriers have accepted of these claims so far."
          {...amounts('accepted', 'up')}
        />
      ) : (
        <Tile
          title="Accepted"
          definition="Those of these claims that carriers have accepted so far."
          {...counted('acceptedClaims', 'up')}
        />
      )}
      <Tile
        title="Expired"
        definition="Parcels whose deadline passed on these dates without a claim."
        to={claimableAddress({ missedFrom: from, missedTo: to })}
        note={expired && `${expired} not claimed`}
        {...counted('missed', 'down')}
      />
    </Tiles>
  )
}
