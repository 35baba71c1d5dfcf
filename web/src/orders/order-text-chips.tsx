import { TextChip } from '../kit/list/filters/text-chip.tsx'
import { emailProblem, toStoredPostcode } from './criteria.ts'
import { MAX_POSTCODE, MAX_SKU } from './criteria-shape.ts'

type SearchedTexts = { readonly email: string; readonly postCode: string; readonly skuCode: string }

/** Text filters shared by search results and work lists. */
export function OrderTextChips(given: {
  readonly value: SearchedTexts
  readonly onChange: (part: Partial<SearchedTexts>) => void
}) {
  const { value, onChange } = given
  const { email, postCode, skuCode } = value
  return (
    <>
      <TextChip
        name="Email"
        description="The customer’s full email"
        most={254}
        value={email}
        wrong={emailProblem}
        onChange={(text) => onChange({ email: text })}
      />
      <TextChip
        name="Postcode"
        most={MAX_POSTCODE}
        value={postCode}
        onChange={(text) => onChange({ postCode: toStoredPostcode(text) })}
      />
      <TextChip name="SKU" most={MAX_SKU} value={skuCode} onChange={(text) => onChange({ skuCode: text })} />
    </>
  )
}
