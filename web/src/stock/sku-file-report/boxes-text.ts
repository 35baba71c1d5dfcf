type Boxes = { readonly boxes: readonly { readonly Code: string; readonly quantity: number }[] }

/** 'TABLE-LEG x 4; TABLE-TOP x 1', the format of the SKU data feed. */
export const boxesText = ({ boxes }: Boxes) => boxes.map(({ Code, quantity }) => `${Code} x ${quantity}`).join('; ')
