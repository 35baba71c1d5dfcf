import { formatCount } from '../../money/money.ts'

/** Result of adding labels to a pool: new labels, labels it already had, and waiting returns that got one. */
export type LabelsAdded = { readonly added: number; readonly known: number; readonly given: number }

export const labelsAdded = (count: number) => `${formatCount(count)} ${count === 1 ? 'label' : 'labels'} added`

export function labelsAddedText({ added, known, given }: LabelsAdded): string {
  const there = known === 0 ? '' : `; ${formatCount(known)} already existed`
  const waited =
    given === 0
      ? ''
      : ` ${formatCount(given)} ${given === 1 ? 'return that waited for a label has' : 'returns that waited for labels have'} one now, and ${given === 1 ? 'its customer is' : 'their customers are'} told by email.`
  return `${labelsAdded(added)}${there}.${waited}`
}
