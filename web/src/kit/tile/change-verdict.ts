/** Which direction of a figure is good news. */
export type GoodWhen = 'up' | 'down' | 'none'

type Verdict = { readonly mark: '▲' | '▼' | ''; readonly verdict?: 'better' | 'worse' }

/** The direction of a change such as '+12%' or '−1.2 points', and whether it is good news. */
export function verdictOf(change: string, goodWhen: GoodWhen): Verdict {
  const direction = change.startsWith('+') ? 'up' : change.startsWith('−') ? 'down' : undefined
  if (!direction) return { mark: '' }
  const mark = direction === 'up' ? '▲' : '▼'
  return goodWhen === 'none' ? { mark } : { mark, verdict: direction === goodWhen ? 'better' : 'worse' }
}
