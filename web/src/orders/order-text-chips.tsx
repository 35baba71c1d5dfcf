import { TextChip } from '../kit/list/filters/text-chip.tsx'
import { emailProblem, postcodeAsKept } from './criteria.ts'
import { MAX_POSTCODE, MAX_SKU } from './criteria-shape.ts'

type SearchedTexts = { readonly email: string; readonly postCode: string; readonly skuCode: string }

/** The filters by what an order says, as they narrow the results of an enquiry and the lists of orders to act on. */
export function OrderTextChips(given: {
  readonly value: SearchedTexts
  /** Told what one of them has become. */
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
        onChange={(text) => onChange({ postCode: postcodeAsKept(text) })}
      />
      <TextChip name="SKU" most={MAX_SKU} value={skuCode} onChange={(text) => onChange({ skuCode: text })} />
    </>
  )
}
