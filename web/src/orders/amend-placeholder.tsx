type Given = { readonly orderNumber: string; readonly clientCode: string; readonly onClose: () => void }

/** Stands where the form that amends an order will. */
export function AmendOrder({ orderNumber }: Given) {
  return <h1>Amend {orderNumber}</h1>
}
