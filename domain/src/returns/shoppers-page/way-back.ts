import type { AnnouncedParcel, ReturnLabel } from '../portal/announced-parcel.ts'

/** How to send a parcel back, as the page and emails show it. */
export type WayBack =
  | { readonly kind: 'link'; readonly name: string; readonly link: string }
  | { readonly kind: 'label'; readonly name: string; readonly label: ReturnLabel }
  /** The label pool was empty: the label follows by email. */
  | { readonly kind: 'label-follows'; readonly name: string }
  | { readonly kind: 'address'; readonly name: string; readonly address: string }
  /** No option serves it: staff write to the shopper. */
  | { readonly kind: 'unknown' }

/** Works out how to send a parcel back. `returnsAddress` is the shop's, for options without an address. */
export function wayBackOf(
  { option, label }: Pick<AnnouncedParcel, 'option' | 'label'>,
  returnsAddress: string,
): WayBack {
  if (!option) return { kind: 'unknown' }
  const { name, gives } = option
  if (gives.kind === 'link' && /^https?:\/\//.test(gives.link)) return { kind: 'link', name, link: gives.link }
  if (gives.kind === 'label') return label ? { kind: 'label', name, label } : { kind: 'label-follows', name }
  const address = (gives.kind === 'address' && gives.address) || returnsAddress
  return address === '' ? { kind: 'unknown' } : { kind: 'address', name, address }
}

/** The way back as email text. */
export function wayBackText(way: WayBack): string {
  switch (way.kind) {
    case 'link':
      return `${way.name}. Book it here:\n\n${way.link}`
    case 'label':
      return way.label.link === ''
        ? `${way.name}. Your label is number ${way.label.number}.`
        : `${way.name}. Print your label, number ${way.label.number}:\n\n${way.label.link}`
    case 'label-follows':
      return `${way.name}. We’ll email you the label.`
    case 'address':
      return `${way.name}. Send it to:\n\n${way.address}`
    case 'unknown':
      return 'We’ll tell you by email how to send it.'
  }
}
